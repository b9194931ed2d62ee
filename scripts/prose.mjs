import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** @typedef {{ path: string, line: number, kind: 'documentation' | 'comment' | 'message', text: string }} Passage */
/** @typedef {{ pattern: RegExp, write: string, except?: RegExp }} Advice */

/**
 * Wording that makes a text read like a translation, with replacements. `except` is removed from the text
 * first.
 * @type {readonly Advice[]}
 */
export const adviceList = [
  { pattern: /\bwhoever\b/i, write: 'the caller, the user, the operator, anyone who' },
  {
    pattern: /\b(?:for|to|of|by|from|with|against) who\b(?! (?:is|are|was)\b[^.]*\?)/i,
    write: 'name the reader: "for operators", "to the caller"',
  },
  {
    pattern: /(?:^|[.;:]\s)Who\s(?:[^?.]|\.\w)*(?:\.\s|\.$|$)/,
    write: 'name the subject: "A caller that …", "Anyone who …"',
    except: /^Who [^.]*$/,
  },
  { pattern: /\b(?:anew|afresh|once more)\b/i, write: 'again' },
  { pattern: /\breckon(?:s|ed|ing)?\b/i, write: 'calculate' },
  { pattern: /\b(?:go|goes|gone|went|going) on with\b/i, write: 'resume, continue' },
  { pattern: /\b(?:take|takes|taken|took) up again\b|\btaken up\b/i, write: 'resumed' },
  {
    pattern: /\b(?:of|from) before\b/i,
    write: 'previous',
    except: /\bfrom before (?:the|it|that|this|a)\b/i,
  },
  {
    pattern: /\bformer(?:ly)?\b/i,
    write: 'previous',
    except: /\bformer (?:Yugoslav|Soviet)|\bthe former\b/gi,
  },
  { pattern: /\bunder way\b/i, write: 'in progress' },
  { pattern: /\btells\b|\btold\b/i, write: 'reports, returns; is notified; distinguishes' },
  {
    pattern: /\b(?:lies|lay|lain)\b/i,
    write: 'is, is stored',
    except:
      /\b(?:who|client|server|page|browser|clock|caller|that|it|header|merchant|person|site|host|source|it) lies(?=$|[.,;:)]| about| to )/gi,
  },
  {
    pattern: /\b(?:stands|stood|standing)\b/i,
    write: 'is, is stored, is listed',
    except:
      /\bstands (?:for|in for)\b|\bstood in for\b|\bstanding (?:order|up|in front)\b|\bunderstanding\b|\bperson (?:is )?standing\b/gi,
  },
  {
    pattern:
      /\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|later\b|earlier\b|better\b|worse\b|larger\b|smaller\b|older\b|newer\b|greater\b|higher\b|lower\b|slower\b|different\b)/i,
    write: 'is not a, has no',
    except: /\b(?:there|here|where) (?:is|are|was|were) no\b|\b(?:There|Where) (?:is|are) no\b/gi,
  },
  {
    pattern: /\b(?:is|are|was|were) none\b/i,
    write: 'is not one, is invalid, is missing',
    except: /\bthere (?:is|are|was|were) none\b/gi,
  },
  { pattern: /\bis not one[.,;:]/i, write: 'is invalid: say what is expected' },
  { pattern: /\btwice is once\b/i, write: 'idempotent' },
  { pattern: /\bnobody asked\b/i, write: 'not requested' },
  { pattern: /\bhang(?:s|ed)? on\b|\bhung on\b/i, write: 'depends on; registers' },
  { pattern: /\bhand(?:s|ed|ing)? over\b/i, write: 'passes, emits, returns' },
  { pattern: /\b(?:is|are|was|were) away\b/i, write: 'is unavailable' },
  { pattern: /\banswers? well\b/i, write: 'returns a valid response' },
  { pattern: /\b(?:came|come|comes) so far\b/i, write: 'reached' },
  {
    pattern: /\bthe ways? (?:of|to|from)\b|\bways to risky\b/i,
    write: 'path',
    except: /\bthe way to (?:go|do)\b/gi,
  },
  { pattern: /\bpurses?\b/i, write: 'balance history' },
  {
    pattern: /\bdesks?\b/i,
    write: 'service, cache, reader',
    except:
      /\b(?:on|of|over) (?:a|the|your) desk\b|\b(?:help|support|trading|OTC|cash-out|over-the-counter|compliance) desks?\b/gi,
  },
  {
    pattern: /\btrades?\b/i,
    write: 'checker, library',
    except: /\btrade-?offs?\b|\btrade (?:register|mark|name)s?\b/gi,
  },
  { pattern: /\bhouse (?:test|rule)s?\b/i, write: 'architecture test' },
  { pattern: /\bshall\b/i, write: 'must, should' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, write: 'fix, repair, correct' },
  { pattern: /\bspoil(?:s|t|ed)?\b/i, write: 'corrupt, invalidate' },
  { pattern: /\bin vain\b/i, write: 'without effect' },
  { pattern: /\blest\b/i, write: 'so that … not' },
  { pattern: /\b(?:is|are|was|were|be) wanted\b/i, write: 'is required, is requested' },
  {
    pattern: /\b(?:wherefrom|whereto|whereof|thereof|therein|herein|hereby|thereby|whereby)\b/i,
    write: 'say it with a clause',
  },
  { pattern: /\bWhy stands\b|\bwhy is in the log\b/i, write: 'the reason is logged' },
  { pattern: /\bkeeps? silent\b|\bis silent\b/i, write: 'returns nothing, does not say' },
  { pattern: /\bthings? that (?:is|are) none\b/i, write: 'invalid' },
  { pattern: /\bfor good\b/i, write: 'permanently' },
  { pattern: /\bfrom which on\b|\bfrom when on\b/i, write: 'since when, as of' },
  { pattern: /\b(?:as|so) it is so\b|\bit is so\b|\bis so at once\b/i, write: 'say what is the case' },
]

/**
 * Exceptions for quoted data, wire names and names of other projects: a path prefix and the words allowed
 * below it.
 * @type {readonly { path: string, words: RegExp }[]}
 */
export const exemptions = [
  { path: 'scripts/prose.mjs', words: /[\s\S]*/g },
  { path: 'test/prose.test.ts', words: /[\s\S]*/g },
  // Names that were used before a renaming.
  { path: 'CHANGELOG.md', words: /\bhouse test\b/g },
  // These comments are part of the hash in a ceremony's transcript.
  { path: 'packages/credential/circuits/', words: /\blies\b|\bstanding\b/g },
  // Words that are part of company names.
  { path: 'packages/screening/src/names/organisation-words.ts', words: /\btrad(?:e|ers?|ing)\b/g },
]

const sourceFile = /\.(?:ts|tsx|mts|mjs|sol|circom|md)$/
/**
 * Third-party files and generated files. The text of generated files comes from files that are checked
 * anyway.
 */
const notRead = /(?:^|\/)(?:LICENSE|NOTICE|package-lock)|\.d\.m?ts$|^packages\/[^/]+\/src\/.*\.generated\./

/** SQL statements are code, not prose. */
const sql =
  /^\s*(?:select|insert|update|delete|create|alter|drop|with|truncate|grant|set|begin|lock)\s[\s\S]*(?:\bfrom\b|\binto\b|\bset\b|\btable\b|\bindex\b|\bon\b|\()/

/** Patterns that match SQL, Solidity, scripts, YAML, JSON and lists of alternatives. */
const codeShapes = [
  /\(?\bselect\b.*\bfrom\b|^(?:insert into|delete from|create table|copy \w+ from) \w+ ?\(|\$\d|::\w|<>/,
  /^(?:where|from|join|(?:left|inner|cross) join|order by|group by|values|and|or|case when)\b.*[<>=_]|^where \w+ (?:not )?in\b/,
  /^set \w+_\w+ =|\binterval '\d/,
  /^(?:function|event|error|modifier|struct)\s+\w+\s?\(|^constructor\s?\(|\bpragma \w+ \d|^contract \w+ \{/,
  /^import\b.* from ['"]|^(?:const|let) [\w{[]+.*=|^export (?:const|function|type|class)\b|^local \w+ =|=>/,
  /^…?- \{?[a-z]+: |\{['"]\w+['"]: |\w\|\w.*\w\|\w|^Usage: |^curl |\b(?:\w+-src|base-uri|form-action) \S/,
]
const plainWord = /^["'“‘([]*[A-Za-z][a-z]*(?:[-'’/][A-Za-z]+)*[)\]"'”’]*[.,;:!?…]*$/
/** Numbers, constants, abbreviations and placeholders occur in prose and in data. */
const neutralToken = /^[^\p{L}]*$|^[^\p{L}]*[A-Z][A-Z0-9_=…-]*[^\p{L}]*$/u

/**
 * Returns false for code, data, word lists and texts without English words. Comments are always prose, even
 * if they quote code.
 */
export function isProse(sentence) {
  const text = sentence.trim()
  if (codeShapes.some((shape) => shape.test(text))) return false
  const tokens = text.split(/\s+/).filter((token) => !neutralToken.test(token))
  const words = tokens.filter((token) => plainWord.test(token))
  if (words.length < 2 || words.length * 2 < tokens.length) return false
  return tokens.slice(0, -1).some((token) => !/[,;|]$/.test(token))
}

/** Returns the tracked files below the given paths that contain prose. */
export function proseFiles(paths = ['.']) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter((path) => sourceFile.test(path) && !notRead.test(path))
}

/**
 * Returns every sentence-like passage in a file: in Markdown, in comments, and in string literals of more
 * than two words.
 */
export function passagesOf(path, source) {
  if (path.endsWith('.md')) return markdownPassages(path, source)
  if (/\.(?:sol|circom)$/.test(path)) return commentPassages(path, source)
  return scriptPassages(path, source)
}

/** Returns the passages that contain a listed wording, each with the advice for this wording. */
export function findingsIn(passages) {
  return passages.flatMap((passage) => {
    const allowed = exemptions.filter(({ path }) => passage.path.startsWith(path))
    const text = allowed.reduce((rest, { words }) => rest.replaceAll(words, ''), passage.text)
    return adviceList.flatMap(({ pattern, write, except }) => {
      const [found] = (except ? text.replace(except, '') : text).match(pattern) ?? []
      return found === undefined ? [] : [{ ...passage, found: found.trim().slice(0, 40), write }]
    })
  })
}

/** Removes inline tags from a passage with markup, and puts the text of each other element on its own line. */
function withoutMarkup(text) {
  if (!/<\w+[ >].*<\/|<\w+ .*>/.test(text)) return text
  return text.replaceAll(/<\/?(?:a|b|code|em|span|strong)\b[^<>]*>/g, '').replaceAll(/<[^<>]*>/g, '\n')
}

/** Draws `count` sentences at random from all passages. The same seed and files give the same sentences. */
export function sampleSentences(passages, count, seed) {
  const sentences = passages.flatMap((passage) =>
    withoutMarkup(passage.text.replace(/(?:^|\s)@example\s.*$/, ''))
      .split(/(?<=[.!?])\s+(?=[A-Z`"])|\n/)
      .filter((sentence) => sentence.trim().split(/\s+/).length >= 4)
      .filter((sentence) => passage.kind === 'comment' || isProse(sentence))
      .map((sentence) => ({ ...passage, text: sentence.trim() })),
  )
  const rank = (index) => createHash('sha256').update(`${seed} ${index}`).digest('hex')
  return sentences
    .map((sentence, index) => ({ sentence, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ sentence }) => sentence)
}

function markdownPassages(path, source) {
  const prose = source
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/<!--[\s\S]*?-->/g, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/<a id="[^"\n]*"><\/a>/g, '')
    .replaceAll(/`[^`\n]*`/g, '`…`')
    .replaceAll(/\]\([^)\n]*\)/g, ']')
  return joinParagraphs(prose).flatMap(({ text, line }) =>
    text
      .split('|')
      .filter((cell) => /[a-z]/i.test(cell))
      .map((cell) => passage(path, line, 'documentation', cell)),
  )
}

/** The lines of a paragraph or list item form one text. Table rows and headings remain separate. */
function joinParagraphs(prose) {
  const joined = []
  prose.split('\n').forEach((text, index) => {
    const last = joined.at(-1)
    const continues = last?.isOpen && !/^\s*(?:[-*#|>]|\d+\.\s|$)/.test(text)
    if (continues) last.text += ` ${text.trim()}`
    else joined.push({ text, line: index + 1, isOpen: !/^\s*(?:[#|]|$)/.test(text) })
  })
  return joined
}

function commentPassages(path, source) {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)].map(({ 0: text, index }) =>
    passage(
      path,
      lineAt(source, index),
      'comment',
      text.replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/+)|\*\/$/gm, ' '),
    ),
  )
}

function scriptPassages(path, source) {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.mjs') ? 'js' : 'ts'
  const { program, comments, errors } = parseSync(path, source, { lang, sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  const found = joinLines(comments, source)
    .filter(({ value }) => !/^\s*(?:biome-ignore|@__PURE__|[#@]\s|\/ <)/.test(value))
    .map(({ value, start }) =>
      passage(
        path,
        lineAt(source, start),
        'comment',
        value.replaceAll(/^\s*\*/gm, ' ').replaceAll(/`[^`\n]*`/g, '`…`'),
      ),
    )
  const add = (text, start) => {
    if (text.trim().split(/\s+/).length > 2 && !sql.test(text))
      found.push(passage(path, lineAt(source, start), 'message', text))
  }
  new Visitor({
    Literal: ({ value, start }) => typeof value === 'string' && add(value, start),
    TemplateLiteral: ({ quasis, start }) =>
      add(quasis.map(({ value }) => value.cooked ?? '').join('…'), start),
    JSXText: ({ value, start }) => add(value, start),
  }).visit(program)
  return found.sort((a, b) => a.line - b.line)
}

/** Consecutive `//` lines form one comment. */
function joinLines(comments, source) {
  const joined = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const between = last && source.slice(last.end, comment.start)
    if (
      last?.type === 'Line' &&
      comment.type === 'Line' &&
      /^\s*$/.test(between) &&
      between.split('\n').length === 2
    ) {
      last.value += ` ${comment.value}`
      last.end = comment.end
    } else joined.push({ ...comment })
  }
  return joined
}

function passage(path, line, kind, text) {
  return { path, line, kind, text: text.replaceAll(/\s+/g, ' ').trim() }
}

function lineAt(source, index) {
  return source.slice(0, index).split('\n').length
}

/**
 * When run as a script, lists all findings below the given paths, or draws a sample with
 * `--sample=<count> --seed=<text>`.
 */
function main(args) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const option = (name) => args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
  const paths = args.filter((each) => !each.startsWith('--'))
  const passages = proseFiles(paths.length > 0 ? paths : ['.']).flatMap((path) =>
    passagesOf(path, readFileSync(`${root}${path}`, 'utf8')),
  )
  const count = option('sample')
  if (count !== undefined) {
    for (const { path, line, kind, text } of sampleSentences(passages, Number(count), option('seed') ?? ''))
      console.log(`${path}:${line} [${kind}] ${text}`)
    return
  }
  const findings = findingsIn(passages)
  for (const { path, line, found, write, text } of findings)
    console.log(`${path}:${line} "${found}" → ${write}\n    ${text.slice(0, 160)}`)
  console.log(`${findings.length} findings in ${passages.length} passages`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
