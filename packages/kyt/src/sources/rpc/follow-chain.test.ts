import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../../test/support/test-all.ts'
import type { ChainBlock, ChainSource } from './chain-source.ts'
import { type FollowChainOptions, followChain } from './follow-chain.ts'
import { RpcError } from './rpc-error.ts'

/** A chain whose newest blocks can be replaced. */
function createChain(length: number) {
  let salt = 0
  const blocks: ChainBlock[] = []
  const grow = (count: number, transfers = 1) => {
    for (let index = 0; index < count; index++) {
      const number = blocks.length
      const transfer = {
        coin: 'BTC',
        tx: 't',
        position: 0,
        block: number,
        time: 0,
        from: 'a',
        to: 'b',
        amount: 1n,
      }
      blocks.push({
        number,
        hash: `${number}-${++salt}`,
        parent: blocks.at(-1)?.hash ?? '',
        time: number,
        transfers: Array.from({ length: transfers }, () => transfer),
      })
    }
  }
  grow(length)
  const source: ChainSource = {
    head: async () => blocks.length - 1,
    hash: async (number) => blocks[number]?.hash,
    block: async (number) => {
      const block = blocks[number]
      if (!block) throw new RpcError({ message: 'not yet', retryable: true })
      return block
    },
  }
  return { blocks, source, grow, drop: (count: number) => blocks.splice(blocks.length - count) }
}

function createBook(kept = 50) {
  const taken: ChainBlock[] = []
  const groups: number[] = []
  const forks: number[] = []
  return {
    taken,
    groups,
    forks,
    options: {
      from: 0,
      confirmations: 0,
      state: { lastBlocks: async () => taken.slice(-kept) },
      onBlocks: async (group: readonly ChainBlock[]) => {
        groups.push(group.length)
        taken.push(...group)
      },
      onReorg: async (fork: number) => {
        forks.push(fork)
        while ((taken.at(-1)?.number ?? -1) > fork) taken.pop()
      },
    },
  }
}

/** Runs the next step whenever there are no new blocks. Stops after the last step. */
async function follow(
  source: ChainSource,
  options: Omit<FollowChainOptions, 'wait' | 'source'>,
  steps: (() => void)[] = [],
) {
  const stop = new AbortController()
  const left = [...steps]
  const wait = async () => {
    const step = left.shift()
    if (step) step()
    else stop.abort()
  }
  await followChain({ source, ...options, wait, signal: stop.signal })
}

test('imports existing blocks in groups, then new blocks', async () => {
  const chain = createChain(25)
  const book = createBook()
  await follow(chain.source, { ...book.options, groupBlocks: 10 }, [() => chain.grow(3)])
  expect(book.taken).toEqual(chain.blocks)
  expect(book.groups).toEqual([10, 10, 5, 3])
})

test('ends a group when it contains enough transfers', async () => {
  const chain = createChain(0)
  chain.grow(6, 100)
  const book = createBook()
  await follow(chain.source, { ...book.options, groupTransfers: 150, ahead: 1 })
  expect(book.groups).toEqual([2, 2, 2])
})

test('waits for confirmations, and respects the first and last block', async () => {
  const chain = createChain(20)
  const book = createBook()
  await follow(chain.source, { ...book.options, from: 5, confirmations: 6 })
  expect(book.taken.map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13])
  await followChain({ source: chain.source, ...book.options, until: 16, wait: async () => {} })
  expect(book.taken.at(-1)?.number).toBe(16)
  await followChain({
    source: chain.source,
    ...createBook().options,
    from: 9,
    until: 8,
    wait: async () => {},
  })
})

test('retracts everything that the chain abandons', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ drop: fc.nat(6), grow: fc.nat(8) }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 7 }),
      async (changes, ahead, groupBlocks) => {
        const chain = createChain(8)
        const book = createBook()
        const steps = changes.map(({ drop, grow }) => () => {
          chain.drop(Math.min(drop, chain.blocks.length - 1))
          chain.grow(grow)
        })
        // The last step makes the chain longer than ever before, because the follower cannot detect the
        // replaced blocks while the chain is shorter.
        await follow(chain.source, { ...book.options, ahead, groupBlocks }, [...steps, () => chain.grow(200)])
        expect(book.taken).toEqual(chain.blocks)
      },
    ),
    { numRuns: runs(100) },
  )
})

test('retracts nothing if a node lags behind', async () => {
  const chain = createChain(10)
  const book = createBook()
  let cut: ChainBlock[] = []
  await follow(chain.source, book.options, [
    () => {
      cut = chain.drop(4)
    },
    () => expect(book.taken).toHaveLength(10),
    () => chain.blocks.push(...cut),
  ])
  expect(book.forks).toEqual([])
  expect(book.taken).toEqual(chain.blocks)
})

test('retracts all blocks if the chain changed from its first block onwards', async () => {
  const chain = createChain(3)
  const book = createBook()
  await follow(chain.source, book.options, [
    () => {
      chain.drop(3)
      chain.grow(4)
    },
  ])
  expect(book.forks).toEqual([-1])
  expect(book.taken).toEqual(chain.blocks)
})

test('reports a reorganization deeper than the stored blocks', async () => {
  const chain = createChain(30)
  const book = createBook(5)
  const change = () => {
    chain.drop(10)
    chain.grow(11)
  }
  await expect(follow(chain.source, book.options, [change])).rejects.toMatchObject({
    code: 'reorganisation-too-deep',
  })
})

test('reports and retries temporary problems, and stops on other problems', async () => {
  const chain = createChain(3)
  const book = createBook()
  const problems: string[] = []
  let failures = 2
  const source: ChainSource = {
    ...chain.source,
    block: async (number) => {
      if (number === 2 && failures-- > 0) throw new RpcError({ message: 'busy', retryable: true })
      return await chain.source.block(number)
    },
  }
  const onProblem = (error: Error) => problems.push(error.message)
  await follow(source, { ...book.options, onProblem, ahead: 1 }, [() => {}, () => {}])
  expect(book.taken).toEqual(chain.blocks)
  expect(problems).toEqual(['busy'])

  const broken: ChainSource = { ...chain.source, head: () => Promise.reject(new Error('broken')) }
  await expect(follow(broken, createBook().options)).rejects.toThrow('broken')
})

test('pauses before it queries an inconsistent source again', async () => {
  const chain = createChain(3)
  const book = createBook()
  let pauses = 0
  const source: ChainSource = {
    ...chain.source,
    block: async (number) => ({
      ...(await chain.source.block(number)),
      ...(number === 3 && { parent: 'other' }),
    }),
  }
  await follow(source, book.options, [
    () => chain.grow(1),
    () => {
      pauses++
    },
    () => {
      pauses++
    },
  ])
  expect(pauses).toBe(2)
  expect(book.taken).toHaveLength(3)
})

test('retracts nothing if a node that lags behind responds during the walk back', async () => {
  const chain = createChain(8)
  const book = createBook()
  let behind = false
  const source: ChainSource = {
    ...chain.source,
    hash: async (number) => (behind && number > 3 ? undefined : await chain.source.hash(number)),
  }
  await follow(source, book.options, [
    () => {
      chain.drop(2)
      chain.grow(4)
      behind = true
    },
    () => {
      expect(book.forks).toEqual([])
      behind = false
    },
  ])
  expect(book.forks).toEqual([5])
  expect(book.taken).toEqual(chain.blocks)
})

test('requests blocks again if they could not be imported', async () => {
  const chain = createChain(6)
  const book = createBook()
  let full = true
  const onBlocks = async (blocks: readonly ChainBlock[]) => {
    if (full) throw Object.assign(new Error('no room'), { retryable: true })
    await book.options.onBlocks(blocks)
  }
  const makeRoom = () => {
    full = false
  }
  await follow(chain.source, { ...book.options, onBlocks }, [makeRoom])
  expect(book.taken).toEqual(chain.blocks)
})
