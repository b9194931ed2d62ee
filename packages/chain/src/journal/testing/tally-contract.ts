import { type Hex, parseAbi } from 'viem'

/**
 * A contract that counts the calls per id. It allows repeated calls, so that a duplicate execution is visible
 * in the count. For tests and benchmarks only.
 */
const source = `// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

contract Tally {
    event Counted(bytes32 indexed id, uint256 times);
    error Once(bytes32 id, uint256 times);
    error Shut();

    mapping(bytes32 id => uint256 times) public timesOf;
    uint256 public total;
    bool public shut;

    function count(bytes32 id) external {
        if (shut) revert Shut();
        ++total;
        emit Counted(id, ++timesOf[id]);
    }

    function countOnce(bytes32 id) external {
        if (timesOf[id] != 0) revert Once(id, timesOf[id]);
        ++total;
        emit Counted(id, ++timesOf[id]);
    }

    function setShut(bool value) external {
        shut = value;
    }
}
`

const code = [
  '6080604052348015600f57600080fd5b506102518061001f6000396000f3fe608060405234801561001057600080fd5b',
  '50600436106100625760003560e01c80632ddbd13a146100675780636ce800c5146100835780637937354c146100a057',
  '806385451f28146100b5578063a1665a7f146100c8578063ff94d5b1146100e8575b600080fd5b61007060015481565b',
  '6040519081526020015b60405180910390f35b6002546100909060ff1681565b604051901515815260200161007a565b',
  '6100b36100ae3660046101e8565b610109565b005b6100b36100c33660046101e8565b610197565b6100706100d63660',
  '046101e8565b60006020819052908152604090205481565b6100b36100f6366004610201565b6002805460ff19169115',
  '15919091179055565b60025460ff161561012d57604051635843c99960e11b815260040160405180910390fd5b600160',
  '00815461013c9061022a565b909155506000818152602081905260408120805483927f68f3d2d757bff3ec05cb1c943e',
  '923a4d32907383121a361b91db56d6e3918b6d929161017e9061022a565b918290555060405190815260200160405180',
  '910390a250565b6000818152602081905260409020541561012d57600081815260208190526040908190205490516301',
  '5ff3db60e61b81526101df918391600401918252602082015260400190565b60405180910390fd5b6000602082840312',
  '156101fa57600080fd5b5035919050565b60006020828403121561021357600080fd5b81358015158114610223576000',
  '80fd5b9392505050565b60006001820161024a57634e487b7160e01b600052601160045260246000fd5b506001019056',
].join('')

export const tallyContract = {
  source,
  bytecode: `0x${code}` as Hex,
  abi: parseAbi([
    'event Counted(bytes32 indexed id, uint256 times)',
    'error Once(bytes32 id, uint256 times)',
    'error Shut()',
    'function timesOf(bytes32 id) view returns (uint256)',
    'function total() view returns (uint256)',
    'function count(bytes32 id)',
    'function countOnce(bytes32 id)',
    'function setShut(bool value)',
  ]),
}
