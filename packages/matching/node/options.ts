import { parseArgs } from 'node:util'
import { suggestSimilarName } from '../src/formats/values.ts'
import { PRICE_RULES, type PriceRule } from '../src/price-rules.ts'

/** Usage text with the exit codes. */
const USE = [
  `Usage: npm run --silent match -- FILE [--rule ${PRICE_RULES.join('|')}] [--seconds N] [--audit OUT]`,
  'Exit codes: 0 matched; 1 not proven within the time limit; 2 an option or the file was refused; 3 failed',
]

/** Options of one call. */
export interface MatchCommandOptions {
  path: string
  rule: PriceRule
  /** Time limit; null for none. */
  seconds: number | null
  /** Path to which the audit is written. */
  audit: string | null
}

const OPTIONS = ['rule', 'seconds', 'audit'] as const
type Option = (typeof OPTIONS)[number]

const isOption = (name: string): name is Option => OPTIONS.some(known => known === name)

const unknown = (name: string): string => {
  const meant = suggestSimilarName(name, OPTIONS)
  return `${name.length > 1 ? '--' : '-'}${name} is not an option${meant === null ? '' : `; did you mean --${meant}?`}`
}

/** Parses the command line; errors are one line each. */
export const parseCommandLine = (args: string[]): MatchCommandOptions | { faults: string[] } => {
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
    else if (given.has(name)) faults.push(`--${name} can be used only once`)
    else given.set(name, value ?? '')
    const isMissing = value === undefined || value === '' || (!inlineValue && value.startsWith('-'))
    if (isOption(name) && isMissing) faults.push(`--${name} needs a value`)
  }
  if (faults.length > 0) return { faults }
  const rule = PRICE_RULES.find(known => known === (given.get('rule') ?? 'bwc').toLowerCase())
  const seconds = given.get('seconds') ?? null
  const [path, ...more] = files
  if (path === undefined) return { faults: ['Name the file to match', ...USE] }
  if (more.length > 0) return { faults: [`Name only one file, not ${files.join(', ')}`] }
  if (rule === undefined) return { faults: [`--rule must be one of ${PRICE_RULES.join(', ')}`] }
  if (seconds !== null && !(/^\d+(\.\d+)?$/.test(seconds) && Number(seconds) > 0))
    return { faults: ['--seconds must be a number above 0'] }
  return {
    path,
    rule,
    seconds: seconds === null ? null : Number(seconds),
    audit: given.get('audit') ?? null,
  }
}
