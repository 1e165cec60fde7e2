import { parseArgs } from 'node:util'
import { nearest } from '../../src/matching/formats/nearest.ts'
import { RULES, type Rule } from '../../src/matching/price-rules.ts'

/** How the program is called, and what its exit codes mean. */
const USE = [
  `Use: npm run --silent match -- FILE [--rule ${RULES.join('|')}] [--seconds N] [--audit OUT]`,
  'Exit code: 0 matched; 1 not proven in the time allowed; 2 the call or the file is refused; 3 it failed',
]

/** What the caller asks for. */
export interface MatchCall {
  path: string
  rule: Rule
  /** The time budget; null for as long as it takes. */
  seconds: number | null
  /** Where the audit is to be filed. */
  audit: string | null
}

const OPTIONS = ['rule', 'seconds', 'audit'] as const
type Option = (typeof OPTIONS)[number]

const isOption = (name: string): name is Option => OPTIONS.some(known => known === name)

const unknown = (name: string): string => {
  const meant = nearest(name, OPTIONS)
  return `${name.length > 1 ? '--' : '-'}${name} is not an option${meant === null ? '' : `; is --${meant} meant?`}`
}

/** Reads the command line; what is wrong with it is told one line each. */
export const callIn = (args: string[]): MatchCall | { faults: string[] } => {
  const faults: string[] = []
  const files: string[] = []
  const given = new Map<Option, string>()
  const options = {
    rule: { type: 'string' },
    seconds: { type: 'string' },
    audit: { type: 'string' },
  } as const
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value)
    if (token.kind !== 'option') continue
    const { name, value, inlineValue } = token
    if (!isOption(name)) faults.push(unknown(name))
    else if (given.has(name)) faults.push(`--${name} is given more than once`)
    else given.set(name, value ?? '')
    const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('-'))
    if (isOption(name) && isMissing) faults.push(`--${name} needs a value`)
  }
  if (faults.length > 0) return { faults }
  const rule = RULES.find(known => known === (given.get('rule') ?? 'bwc').toLowerCase())
  const seconds = given.get('seconds') ?? null
  const [path, ...more] = files
  if (path === undefined) return { faults: ['No file is given', ...USE] }
  if (more.length > 0) return { faults: [`One file at a time, not ${files.join(', ')}`] }
  if (rule === undefined) return { faults: [`--rule must be one of ${RULES.join(', ')}`] }
  if (seconds !== null && !(/^\d+(\.\d+)?$/.test(seconds) && Number(seconds) > 0))
    return { faults: ['--seconds must be a number above 0'] }
  return {
    path,
    rule,
    seconds: seconds === null ? null : Number(seconds),
    audit: given.get('audit') ?? null,
  }
}
