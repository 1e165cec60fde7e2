import { expect, it } from 'vitest'
import { codeFiles } from './source-files.ts'

/** The application and the public pages have one sheet each, and both include the shared components of `look`. */
const sheetsOf = (room: string) =>
  codeFiles.filter(({ path }) => path.startsWith(`src/${room}/`) && path.endsWith('.css'))

/** The sheets that style elements without a class, and define colours and measures. */
const FOR_ALL = /^src\/(look\/(base|tokens)|web\/styles\/base)\.css$/

/** The selectors of a sheet, one by one, with their media. */
const rulesOf = (sheet: string): { selector: string; media: string }[] => {
  const plain = sheet.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
  const found: { selector: string; media: string }[] = []
  const around: string[] = []
  let begun = 0
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain.charAt(at)
    if (sign === '{') {
      const head = plain.slice(begun, at).trim()
      if (!head.startsWith('@') && !around.some(outer => /^@(keyframes|font-face)/.test(outer)))
        found.push(...separate(head).map(selector => ({ selector, media: around.join(' ') })))
      around.push(head)
    }
    if (sign === '}') around.pop()
    if ('{};'.includes(sign)) begun = at + 1
  }
  return found
}

/** Splits a list of selectors at the commas outside brackets. */
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

/** Errors by which the style of one place could affect another. */
const leaksOf = (all: readonly { path: string; text: string }[]): string[] => {
  const owners = new Map<string, string>()
  const leaks: string[] = []
  for (const { path, text } of all)
    for (const { selector } of rulesOf(text)) {
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

/** Selectors that sheets of two modules style: a shared component belongs in `look`, with a measure for differences. */
const twiceStyled = (rooms: readonly (readonly { text: string }[])[]): string[] => {
  const styled = rooms.map(
    sheets =>
      new Set(
        sheets
          .flatMap(({ text }) => rulesOf(text))
          .filter(({ selector }) => selector !== ':root')
          .map(({ selector, media }) => `${media} ${selector}`.trim()),
      ),
  )
  return styled.flatMap((rules, at) =>
    [...rules].filter(rule => styled.slice(at + 1).some(others => others.has(rule))),
  )
}

it.each(['look', 'web', 'front'])(
  'in %s a class is styled by one sheet, and by others only below a class of their own',
  room => {
    expect(leaksOf(sheetsOf(room))).toEqual([])
  },
)

it('a component shared by the application and the public pages is styled once', () => {
  expect(twiceStyled(['look', 'web', 'front'].map(sheetsOf))).toEqual([])
})

it('a component that is styled twice is detected, except in a different medium', () => {
  const card = { text: '.card { padding: 1rem }' }
  expect(twiceStyled([[card], [{ text: '.note, .card { padding: 2rem }' }]])).toEqual(['.card'])
  expect(twiceStyled([[card], [{ text: '@media print { .card { padding: 0 } }' }]])).toEqual([])
})

it('a class in two sheets is detected, and so is a rule without a class', () => {
  const forms = { path: 'src/web/styles/forms.css', text: '.choice { display: flex }' }
  const review = (text: string) => ({ path: 'src/web/pages/review/review.css', text })
  expect(leaksOf([forms, review('@media print { .choice, .few { margin: 0 } }')])).toHaveLength(1)
  expect(leaksOf([forms, review('.few:is(.a, .b) .choice { margin: 0 }')])).toEqual([])
  expect(leaksOf([forms, review('/* .choice { */ fieldset { margin: 0 }')])).toHaveLength(1)
  expect(leaksOf([forms, review('@keyframes few { from { margin: 0 } }')])).toEqual([])
})
