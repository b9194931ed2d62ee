import type { Network } from '../addresses/networks.ts'
import { parseAddress } from '../addresses/parse-address.ts'

export type Coin = {
  /**
   * The number that identifies the coin in the ledger (16 bits). It never changes and is never reused for
   * another coin.
   */
  readonly id: number
  readonly identifier: string
  readonly symbol: string
  readonly network: Network
  /** The contract in its network's canonical text form; `undefined` for the network's native coin. */
  readonly contract: string | undefined
  /** Number of decimals: one coin equals 10^decimals of its smallest unit. */
  readonly decimals: number
  /** The currency to which the issuer pegs the coin. */
  readonly stable: Stable
}

type Stable = 'USD' | 'EUR' | undefined

/** Give a new coin the next free number, regardless of its position in the list. */
export const coins: readonly Coin[] = [
  native(1, 'ETH', 'ETH', 18),
  native(2, 'BTC', 'BTC', 8),
  native(3, 'TRX', 'TRX', 6),
  native(4, 'BNB', 'BSC', 18),
  native(5, 'IOTX', 'IOTEX', 18),
  native(6, 'TON', 'TON', 9),
  native(7, 'SOL', 'SOL', 9),
  native(8, 'LTC', 'LTC', 8),
  native(9, 'DOGE', 'DOGE', 8),
  native(10, 'BCH', 'BCH', 8),
  native(11, 'HSK', 'HASHKEY', 18),
  native(12, 'SUI', 'SUI', 9),
  token(13, 'USDT-ERC20', 'ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 'USD'),
  token(14, 'USDC-ERC20', 'ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6, 'USD'),
  token(15, 'WETH-ERC20', 'ETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18),
  token(16, 'BNB-ERC20', 'ETH', '0xB8c77482e45F1F44dE1745F52C74426C631bDD52', 18),
  token(17, 'UNI-ERC20', 'ETH', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 18),
  token(18, 'BUSD-ERC20', 'ETH', '0x4Fabb145d64652a948d72533023f6E7A623C7C53', 18, 'USD'),
  token(19, 'DAI-ERC20', 'ETH', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18, 'USD'),
  token(20, 'GRT-ERC20', 'ETH', '0xc944E90C64B2c07662A292be6244BDf05Cda44a7', 18),
  token(21, 'ENS-ERC20', 'ETH', '0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72', 18),
  token(22, 'UST-ERC20', 'ETH', '0xa47c8bf37f92aBed4A126BDA807A7b7498661acD', 18),
  token(23, 'renBTC-ERC20', 'ETH', '0xEB4C2781e4ebA804CE9a9803C67d0893436bB27D', 8),
  token(24, 'WBTC-ERC20', 'ETH', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8),
  token(25, 'TUSD-ERC20', 'ETH', '0x0000000000085d4780B73119b644AE5ecd22b376', 18, 'USD'),
  token(26, 'SHIB-ERC20', 'ETH', '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE', 18),
  token(27, 'LINK-ERC20', 'ETH', '0x514910771AF9Ca656af840dff83E8264EcF986CA', 18),
  token(28, 'BAT-ERC20', 'ETH', '0x0D8775F648430679A709E98d2b0Cb6250d2887EF', 18),
  token(29, 'CRO-ERC20', 'ETH', '0xA0b73E1Ff0B80914AB6fe0444E65848C4C34450b', 8),
  token(30, 'SUSHI-ERC20', 'ETH', '0x6B3595068778DD592e39A122f4f5a5cF09C90fE2', 18),
  token(31, 'stETH-ERC20', 'ETH', '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 18),
  token(32, 'CRV-ERC20', 'ETH', '0xD533a949740bb3306d119CC777fa900bA034cd52', 18),
  token(33, 'CVX-ERC20', 'ETH', '0x4e3FBD56CD56c3e72c1403e103b45Db9da5B9D2B', 18),
  token(34, 'cvxCRV-ERC20', 'ETH', '0x62B9c7356A2Dc64a1969e19C23e4f579F9810Aa7', 18),
  token(35, '3Crv-ERC20', 'ETH', '0x6c3F90f043a72FA612cbac8115EE7e52BDe6E490', 18),
  token(36, 'LOOKS-ERC20', 'ETH', '0xf4d2888d29D722226FafA5d9B24F9164c092421E', 18),
  token(37, 'IOTX-ERC20', 'ETH', '0x6fB3e0A217407EFFf7Ca062D46c26E5d60a14d69', 18),
  token(38, 'APE-ERC20', 'ETH', '0x4d224452801ACEd8B2F0aebE155379bb5D594381', 18),
  token(39, 'PYUSD-ERC20', 'ETH', '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8', 6, 'USD'),
  token(40, 'MEME-ERC20', 'ETH', '0xb131f4A55907B10d1F0A50d8ab8FA09EC342cd74', 18),
  token(41, 'PEPE-ERC20', 'ETH', '0x6982508145454Ce325dDbE47a25d4ec3d2311933', 18),
  token(42, 'cbBTC-ERC20', 'ETH', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8),
  token(43, 'FLOKI-ERC20', 'ETH', '0xcf0C122c6b73ff809C693DB761e7BaeBe62b6a2E', 9),
  token(44, 'LEO-ERC20', 'ETH', '0x2AF5D2aD76741191D15Dfe7bF6aC92d4Bd912Ca3', 18),
  token(45, 'USDS-ERC20', 'ETH', '0xdC035D45d973E3EC169d2276DDab16f1e407384F', 18, 'USD'),
  token(46, 'FDUSD-ERC20', 'ETH', '0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409', 18, 'USD'),
  token(47, 'USDe-ERC20', 'ETH', '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3', 18, 'USD'),
  token(48, 'USD1-ERC20', 'ETH', '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d', 18, 'USD'),
  token(49, 'WLFI-ERC20', 'ETH', '0xdA5e1988097297dCdc1f90D4dFE7909e847CBeF6', 18),
  token(50, 'sUSD-ERC20', 'ETH', '0x57Ab1ec28D129707052df4dF418D58a2D46d5f51', 18, 'USD'),
  token(51, 'EURCV-ERC20', 'ETH', '0x5F7827FDeb7c20b443265Fc2F40845B715385Ff2', 18, 'EUR'),
  token(52, 'EURI-ERC20', 'ETH', '0x9d1A7A3191102e9F900Faa10540837ba84dCBAE7', 18, 'EUR'),
  token(53, 'USDG-ERC20', 'ETH', '0xe343167631d89B6Ffc58B88d6b7fB0228795491D', 6, 'USD'),
  token(54, 'EURC-ERC20', 'ETH', '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', 6, 'EUR'),
  token(55, 'USDT-TRC20', 'TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 6, 'USD'),
  token(56, 'USDC-TRC20', 'TRX', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 6, 'USD'),
  token(57, 'USDD-TRC20', 'TRX', 'TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz', 18, 'USD'),
  token(58, 'BUSD-BEP20', 'BSC', '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56', 18, 'USD'),
  token(59, 'USDT-BEP20', 'BSC', '0x55d398326f99059fF775485246999027B3197955', 18, 'USD'),
  token(60, 'WBNB-BEP20', 'BSC', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 18),
  token(61, 'ETH-BEP20', 'BSC', '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', 18),
  token(62, 'BTCB-BEP20', 'BSC', '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', 18),
  token(63, 'DOGE-BEP20', 'BSC', '0xbA2aE424d960c26247Dd6c32edC70B295c744C43', 8),
  token(64, 'USDC-BEP20', 'BSC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18, 'USD'),
  token(65, 'SHIB-BEP20', 'BSC', '0x2859e4544C4bB03966803b044A93563Bd2D0DD4D', 18),
  token(66, 'UST-BEP20', 'BSC', '0x23396cF899Ca06c4472205fC903bDB4de249D6fC', 18),
  token(67, 'DAI-BEP20', 'BSC', '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', 18, 'USD'),
  token(68, 'Cake-BEP20', 'BSC', '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82', 18),
  token(69, 'BCH-BEP20', 'BSC', '0x8fF795a6F4D97E7887C79beA79aba5cc76444aDf', 18),
  token(70, 'USD1-BEP20', 'BSC', '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d', 18, 'USD'),
  token(71, 'TUSD-BEP20', 'BSC', '0x40af3827F39D0EAcBF4A168f8D4ee67c121D11c9', 18, 'USD'),
  token(72, 'USDe-BEP20', 'BSC', '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34', 18, 'USD'),
  token(73, 'FDUSD-BEP20', 'BSC', '0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409', 18, 'USD'),
  native(74, 'POL-Polygon', 'POLYGON', 18),
  token(75, 'WMATIC-Polygon', 'POLYGON', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 18),
  token(76, 'WETH-Polygon', 'POLYGON', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 18),
  token(77, 'USDC-Polygon', 'POLYGON', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6, 'USD'),
  token(78, 'USDC.e-Polygon', 'POLYGON', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 6, 'USD'),
  token(79, 'USDT-Polygon', 'POLYGON', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6, 'USD'),
  token(80, 'DAI-Polygon', 'POLYGON', '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 18, 'USD'),
  token(81, 'WBTC-Polygon', 'POLYGON', '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', 8),
  token(82, 'AAVE-Polygon', 'POLYGON', '0xD6DF932A45C0f255f85145f286eA0b292B21C90B', 18),
  token(83, 'LINK-Polygon', 'POLYGON', '0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39', 18),
  token(84, 'UNI-Polygon', 'POLYGON', '0xb33EaAd8d922B1083446DC23f610c2567fB5180f', 18),
  token(85, 'UST-Polygon', 'POLYGON', '0x692597b009d13C4049a947CAB2239b7d6517875F', 18),
  token(86, 'SUSHI-Polygon', 'POLYGON', '0x0b3F868E0BE5597D5DB7fEB59E1CADBb0fdDa50a', 18),
  native(87, 'AVAX-Avalanche', 'AVALANCHE', 18),
  token(88, 'WAVAX-Avalanche', 'AVALANCHE', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 18),
  token(89, 'BTC.b-Avalanche', 'AVALANCHE', '0x152b9d0FdC40C096757F570A51E494bd4b943E50', 8),
  token(90, 'USDT-Avalanche', 'AVALANCHE', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 6, 'USD'),
  token(91, 'USDT.e-Avalanche', 'AVALANCHE', '0xc7198437980c041c805A1EDcbA50c1Ce5db95118', 6, 'USD'),
  token(92, 'USDC-Avalanche', 'AVALANCHE', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 6, 'USD'),
  token(93, 'USDC.e-Avalanche', 'AVALANCHE', '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664', 6, 'USD'),
  token(94, 'WETH.e-Avalanche', 'AVALANCHE', '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB', 18),
  token(95, 'DAI.e-Avalanche', 'AVALANCHE', '0xd586E7F844cEa2F87f50152665BCbc2C279D8d70', 18, 'USD'),
  token(96, 'WBTC.e-Avalanche', 'AVALANCHE', '0x50b7545627a5162F82A992c33b87aDc75187B218', 8),
  native(97, 'ETH-Arbitrum', 'ARBITRUM', 18),
  token(98, 'USDT-Arbitrum', 'ARBITRUM', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6, 'USD'),
  token(99, 'USDC-Arbitrum', 'ARBITRUM', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6, 'USD'),
  token(100, 'USDC.e-Arbitrum', 'ARBITRUM', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 6, 'USD'),
  token(101, 'WETH-Arbitrum', 'ARBITRUM', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 18),
  token(102, 'DAI-Arbitrum', 'ARBITRUM', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18, 'USD'),
  token(103, 'WBTC-Arbitrum', 'ARBITRUM', '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 8),
  token(104, 'LINK-Arbitrum', 'ARBITRUM', '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4', 18),
  token(105, 'GMX-Arbitrum', 'ARBITRUM', '0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a', 18),
  token(106, 'sbfGMX-Arbitrum', 'ARBITRUM', '0xd2D1162512F927a7e282Ef43a362659E4F2a728F', 18),
  token(107, 'STG-Arbitrum', 'ARBITRUM', '0x6694340fc020c5E6B96567843da2df01b2CE1eb6', 18),
  token(108, 'MAGIC-Arbitrum', 'ARBITRUM', '0x539bdE0d7Dbd336b79148AA742883198BBF60342', 18),
  token(109, 'ARB-Arbitrum', 'ARBITRUM', '0x912CE59144191C1204E64559FE8253a0e49E6548', 18),
  token(110, 'USDS-Arbitrum', 'ARBITRUM', '0x6491c05A82219b8D1479057361ff1654749b876b', 18, 'USD'),
  token(111, 'USDe-Arbitrum', 'ARBITRUM', '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34', 18, 'USD'),
  token(112, 'FDUSD-Arbitrum', 'ARBITRUM', '0x93C9932E4afa59201F0B5E63f7d816516F1669fE', 18, 'USD'),
  native(113, 'ETH-Optimism', 'OPTIMISM', 18),
  token(114, 'USDT-Optimism', 'OPTIMISM', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6, 'USD'),
  token(115, 'USDC-Optimism', 'OPTIMISM', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6, 'USD'),
  token(116, 'USDC.e-Optimism', 'OPTIMISM', '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', 6, 'USD'),
  token(117, 'OP-Optimism', 'OPTIMISM', '0x4200000000000000000000000000000000000042', 18),
  token(118, 'DAI-Optimism', 'OPTIMISM', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18, 'USD'),
  token(119, 'WBTC-Optimism', 'OPTIMISM', '0x68f180fcCe6836688e9084f035309E29Bf0A2095', 8),
  token(120, 'WETH-Optimism', 'OPTIMISM', '0x4200000000000000000000000000000000000006', 18),
  token(121, 'SNX-Optimism', 'OPTIMISM', '0x8700dAec35aF8Ff88c16BdF0418774CB3D7599B4', 18),
  token(122, 'sUSD-Optimism', 'OPTIMISM', '0x8c6f28f2F1A3C87F0f938b96d27520d9751ec8d9', 18, 'USD'),
  token(123, 'VELO-Optimism', 'OPTIMISM', '0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db', 18),
  token(124, 'WLD-Optimism', 'OPTIMISM', '0xdC6fF44d5d932Cbd77B52E5612Ba0529DC6226F1', 18),
  token(125, 'USDe-Optimism', 'OPTIMISM', '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34', 18, 'USD'),
  native(126, 'ETH-Base', 'BASE', 18),
  token(127, 'USDC-Base', 'BASE', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6, 'USD'),
  token(128, 'USDbC-Base', 'BASE', '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', 6, 'USD'),
  token(129, 'WETH-Base', 'BASE', '0x4200000000000000000000000000000000000006', 18),
  token(130, 'DEGEN-Base', 'BASE', '0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed', 18),
  token(131, 'DAI-Base', 'BASE', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18, 'USD'),
  token(132, 'cbETH-Base', 'BASE', '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22', 18),
  token(133, 'USDT-Base', 'BASE', '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 6, 'USD'),
  token(134, 'WBTC-Base', 'BASE', '0x0555E30da8f98308EdB960aa94C0Db47230d2B9c', 8),
  token(135, 'USDS-Base', 'BASE', '0x820C137fa70C8691f0e44Dc420a5e53c168921Dc', 18, 'USD'),
  token(136, 'wstETH-Base', 'BASE', '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452', 18),
  token(137, 'USDe-Base', 'BASE', '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34', 18, 'USD'),
  token(138, 'LINK-Base', 'BASE', '0x88Fb150BDc53A65fe94Dea0c9BA0a6dAf8C6e196', 18),
  token(139, 'cbBTC-Base', 'BASE', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8),
  token(140, 'AAVE-Base', 'BASE', '0x63706e401c06ac8513145b7687A14804d17f814b', 18),
  token(141, 'LBTC-Base', 'BASE', '0xecAc9C5F704e954931349Da37F60E39f515c11c1', 8),
  token(142, 'OM-Base', 'BASE', '0x3992B27dA26848C2b19CeA6Fd25ad5568B68AB98', 18),
  token(143, 'rETH-Base', 'BASE', '0xB6fe221Fe9EeF5aBa221c348bA20A1Bf5e73624c', 18),
  token(144, 'CRV-Base', 'BASE', '0x8Ee73c484A26e0A5df2Ee2a4960B789967dd0415', 18),
  token(145, 'SolvBTC-Base', 'BASE', '0x3B86Ad95859b6AB773f55f8d94B4b9d443EE931f', 18),
  native(146, 'ETH-zkSync', 'ZKSYNC', 18),
  token(147, 'ZK-zkSync', 'ZKSYNC', '0x5A7d6b2F92C77FAD6CCaBd7EE0624E64907Eaf3E', 18),
  token(148, 'USDT-zkSync', 'ZKSYNC', '0x493257fD37EDB34451f62EDf8D2a0C418852bA4C', 6, 'USD'),
  token(149, 'USDC-zkSync', 'ZKSYNC', '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', 6, 'USD'),
  native(150, 'BTC-Merlin', 'MERLIN', 18),
  token(151, 'USDT-TON', 'TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 6, 'USD'),
  token(152, 'USDT-Solana', 'SOL', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6, 'USD'),
  token(153, 'USDC-Solana', 'SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6, 'USD'),
  token(154, 'Bonk-Solana', 'SOL', 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 5),
  token(
    155,
    'wUSDT-SUI',
    'SUI',
    '0xc060006111016b8a020ad5b33834984a437aaa7d3c74c18e09a95d48aceab08c::coin::COIN',
    6,
    'USD',
  ),
  token(
    156,
    'USDC-SUI',
    'SUI',
    '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
    6,
    'USD',
  ),
]

function native(id: number, identifier: string, network: Network, decimals: number): Coin {
  return {
    id,
    identifier,
    symbol: symbolOf(identifier),
    network,
    contract: undefined,
    decimals,
    stable: undefined,
  }
}

function token(
  id: number,
  identifier: string,
  network: Network,
  written: string,
  decimals: number,
  stable?: Stable,
): Coin {
  const contract = canonicalContract(network, written)
  // Contracts in the table include checksums, so that a typo causes an error at startup instead of corrupting
  // a ledger.
  if (contract === undefined)
    throw new RangeError(`the contract of ${identifier} is not a valid ${network} address`)
  return { id, identifier, symbol: symbolOf(identifier), network, contract, decimals, stable }
}

function canonicalContract(network: Network, written: string): string | undefined {
  // On Sui, a coin is identified by an address, a module and a type, not by the address alone.
  return network === 'SUI' ? written : parseAddress(network, written)?.text
}

/** Returns the identifier without its network's suffix. */
function symbolOf(identifier: string): string {
  const dash = identifier.lastIndexOf('-')
  return dash === -1 ? identifier : identifier.slice(0, dash)
}
