import type { Kind } from '#domain/entities'
import { nounOf } from '#contract/nouns'
import { NOTICES, type NoticeName } from './index.ts'
import type { ReaderOfNotices } from './notice.ts'
import { toldBy } from './told.ts'

/** Whom an action on a kind of thing may concern besides who does it: whoever has a tie to such a thing. Watchers are told apart. */
const affectedBy = (kind: Kind): readonly ReaderOfNotices[] => {
  if (kind === 'user') return ['person', 'operator']
  if (kind === 'round') return ['participants', 'operator']
  if (kind === 'agentAuthority') return ['owner', 'agency', 'operator']
  const { owner, area } = nounOf(kind) ?? {}
  if (owner === undefined) return []
  return [
    'owner',
    ...(kind === 'organisation' ? [] : (['agents'] as const)),
    ...(area === undefined ? [] : (['authority'] as const)),
    'operator',
  ]
}

/** For each reader whom an action may concern the notices that it gives them: none where the table says why. */
export const toldOf = (kind: Kind, action: string): ReadonlyMap<ReaderOfNotices, readonly NoticeName[]> => {
  const names = (toldBy(kind, action)?.tells ?? []).map(({ notice }) => notice)
  const readers = new Set([...affectedBy(kind), ...names.flatMap(name => NOTICES[name].readers)])
  return new Map(
    [...readers].map(reader => [reader, names.filter(name => NOTICES[name].readers.includes(reader))]),
  )
}
