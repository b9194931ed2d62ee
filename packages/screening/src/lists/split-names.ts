/** Titles that lists write before a name; they would count as parts of it. */
const titles =
  /^(?:(?:(?:lt|lieutenant|maj|major|brig|brigadier|col|colonel|gen|general|capt|captain|sgt|sergeant|cpl|adm|admiral|rear|vice|staff|marshal|dr|prof|professor|mr|mrs|ms|miss|sir|eng|engineer|sheikh|hon|h\.?e|president|minister|ambassador)\.?(?=[\s-]))[\s-]+)+/i

const ofOtherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * The names of a free field of a list: parted by semicolons; one in brackets in another script is a name of its own, one
 * in the same script another spelling of the part before it. `(a)`, `(b)` number them.
 */
export function splitNames(field: string): string[] {
  return field
    .replace(/\((?:[a-z]|[ivx]+|\d+)\)/gi, ';')
    .split(/[;\n]/)
    .flatMap(splitBrackets)
    .flatMap(splitCommas)
    .map((name) => name.replace(titles, '').replace(/^[\s,.:]+|[\s,:]+$/g, ''))
    .filter((name) => name !== '' && !/:$|^(?:text of image|russian|korean|in \w+)$/i.test(name))
}

function splitBrackets(text: string): string[] {
  const inBrackets = [...text.matchAll(/[([]([^()[\]]*)[)\]]/g)].map((match) => match[1] ?? '')
  const rest = text.replace(/[([][^()[\]]*[)\]]?/g, ' ').trim()
  const others = inBrackets.filter((part) => ofOtherScript.test(part) && !ofOtherScript.test(rest))
  return [rest, ...others.flatMap((part) => part.split(','))]
}

/** "Last, First" is one name; where every part has two words or more they are several. */
function splitCommas(text: string): string[] {
  const parts = text.split(',')
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part.trim())) ? parts : [text]
}
