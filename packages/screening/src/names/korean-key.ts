/** Family names whose customary spelling follows no romanisation system. */
const usual = new Map<string, string>(
  `
  i lee yi rhee rhie ree ri li yee
  pak park bak pak bark
  coe choi choe chwe chey
  no noh ro roh rho no
  yu yoo yu ryu ryoo ryou you rhyu
  u woo u
  o oh o au
  im lim im rim yim rhim
  kwak kwak gwak
  sin shin sin
  mun moon mun
  yang ryang yang
  yom ryom yeom yom yum
  yon yon ryon yeon
  yong ryong yeong young yong
  `
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', ...spellings] = line.trim().split(' ')
      return spellings.map((spelling): [string, string] => [spelling, key])
    }),
)

const syllable =
  /^(?:kk|tt|pp|ss|jj|tch|ch|gg|sh|rh|[bdfghjklmnprstv])?(?:[wy]?[aeiou]{1,3})(?:ng|ck|[bdgklmnprth])?$/

/**
 * Returns a form that is equal for all romanisations of a Korean syllable: Revised (`jeon`),
 * McCune-Reischauer (`chŏn`, usually without its marks), North Korean (`jon`), and the customary
 * romanisations of family names (Lee, Yi, Ri). Returns `undefined` if the text can't be a single syllable.
 */
export function koreanKey(token: string): string | undefined {
  const known = usual.get(token)
  if (known !== undefined) return known
  if (token.length > 6 || !syllable.test(token)) return undefined
  return token
    .replace(/^(?:kk|gg|g)/, 'k')
    .replace(/^(?:tt|d)/, 't')
    .replace(/^(?:pp|b)/, 'p')
    .replace(/^(?:jj|tch|ch|j)/, 'c')
    .replace(/^(?:ss|sh)/, 's')
    .replace(/^(?:r|l)(?=[yi])/, '')
    .replace(/^l/, 'r')
    .replace(/(?:ck|g)$/, (end) => (end === 'g' ? 'g' : 'k'))
    .replace(/([aeiou])(?:b)$/, '$1p')
    .replace(/([aeiou])(?:d)$/, '$1t')
    .replace(/([aeiou])(?:r)$/, '$1l')
    .replace(/([aeiou])h$/, '$1')
    .replace(/eo|ou|uh/, 'o')
    .replace(/eu|oo/, 'u')
    .replace(/ae|ai|ay/, 'e')
    .replace(/ee/, 'i')
}
