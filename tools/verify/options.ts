import { parseArgs } from 'node:util'
import { errorMessageOf } from '#domain/values/narrow'
import type { RecordedChainPoint } from '#server/log/log-check'

/** Scope of a verification: the log alone or everything; and the points of the log noted elsewhere to compare with. */
export interface Wanted {
  logOnly: boolean
  noted: readonly RecordedChainPoint[]
}

/** The point of a line as it was noted, such as `120:` and 64 hexadecimal digits; throws where it is none. */
const pointIn = (line: string): RecordedChainPoint => {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(line) ?? []
  if (!seq || !hash)
    throw new Error(`--against ${line}: write the number of an entry, a colon and its hash, like 120:abc…`)
  return { seq: Number(seq), hash }
}

/** Reads the options of `npm run verify`; throws `Error` with the option that is wrong and how it is written. */
export const optionsIn = (args: string[]): Wanted => {
  try {
    const { values } = parseArgs({
      args,
      options: { 'log-only': { type: 'boolean' }, against: { type: 'string', multiple: true } },
    })
    return { logOnly: values['log-only'] ?? false, noted: (values.against ?? []).map(pointIn) }
  } catch (error) {
    throw new Error(`${errorMessageOf(error)} (npm run verify -- --log-only --against 120:abc…)`, {
      cause: error,
    })
  }
}
