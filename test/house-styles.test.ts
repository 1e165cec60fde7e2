import { expect, it } from 'vitest'
import { files } from './source-files.ts'

/** The product and the public pages have a sheet each: the same class may be in both. */
const sheetsOf = (room: string) =>
  files.filter(({ path }) => path.startsWith(`src/${room}/`) && path.endsWith('.css'))

/** Where elements without a class get their look, and everything its colours and measures. */
const FOR_ALL = /^src\/web\/styles\/(base|tokens)\.css$/

/** The selectors of a sheet, each by itself. */
const selectorsOf = (sheet: string): string[] => {
  const plain = sheet.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
  const found: string[] = []
  const around: string[] = []
  let begun = 0
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain.charAt(at)
    if (sign === '{') {
      const head = plain.slice(begun, at).trim()
      if (!head.startsWith('@') && !around.some(outer => /^@(keyframes|font-face)/.test(outer)))
        found.push(...separate(head))
      around.push(head)
    }
    if (sign === '}') around.pop()
    if ('{};'.includes(sign)) begun = at + 1
  }
  return found
}

/** A list of selectors, parted at the commas that are in no brackets. */
const separate = (list: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const sign of list) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${sign}`)
  }
  return parts.map(part => part.trim())
}

const firstClass = (selector: string): string | undefined => /\.([a-z][\w-]*)/i.exec(selector)?.[1]

/** What is wrong with sheets by which the look of one place could get into another. */
const leaksOf = (all: readonly { path: string; text: string }[]): string[] => {
  const owners = new Map<string, string>()
  const leaks: string[] = []
  for (const { path, text } of all)
    for (const selector of selectorsOf(text)) {
      const name = firstClass(selector)
      if (name === undefined) {
        if (!FOR_ALL.test(path) && selector !== ':root')
          leaks.push(
            `${path}: "${selector}" would style elements of every page; begin it with a class of this file`,
          )
        continue
      }
      const owner = owners.get(name) ?? path
      owners.set(name, owner)
      if (owner !== path)
        leaks.push(
          `${path}: "${selector}" begins with a class of ${owner}; begin it with a class of this file, or move it there`,
        )
    }
  return leaks
}

it.each(['web', 'front'])(
  'in %s a class is styled by one sheet, and by others only below a class of their own',
  room => {
    expect(leaksOf(sheetsOf(room))).toEqual([])
  },
)

it('the same class in two sheets is noticed, and so is a rule without a class', () => {
  const forms = { path: 'src/web/styles/forms.css', text: '.choice { display: flex }' }
  const review = (text: string) => ({ path: 'src/web/pages/review/review.css', text })
  expect(leaksOf([forms, review('@media print { .choice, .few { margin: 0 } }')])).toHaveLength(1)
  expect(leaksOf([forms, review('.few:is(.a, .b) .choice { margin: 0 }')])).toEqual([])
  expect(leaksOf([forms, review('/* .choice { */ fieldset { margin: 0 }')])).toHaveLength(1)
  expect(leaksOf([forms, review('@keyframes few { from { margin: 0 } }')])).toEqual([])
})
