import type { Kind } from '#domain/disclosure/entities'
import { nounOf } from '#contract/nouns/nouns'
import { NOTICES, type NoticeName } from './index.ts'
import type { NoticeReader } from './notice.ts'
import { findActionNotices } from './told.ts'

/** Readers that an action on a kind of subject may concern, except its actor and the watchers: everyone with a tie to such a subject. */
const affectedBy = (kind: Kind): readonly NoticeReader[] => {
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

/** Notices of an action by reader, for everyone whom it may concern. A reader without any is explained in the table. */
export const noticesOfActionByReader = (
  kind: Kind,
  action: string,
): ReadonlyMap<NoticeReader, readonly NoticeName[]> => {
  const names = (findActionNotices(kind, action)?.tells ?? []).map(({ notice }) => notice)
  const readers = new Set([...affectedBy(kind), ...names.flatMap(name => NOTICES[name].readers)])
  return new Map(
    [...readers].map(reader => [reader, names.filter(name => NOTICES[name].readers.includes(reader))]),
  )
}
