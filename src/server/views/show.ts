import { englishDayOf } from '@credit-market/values/dates'
import { pathOf, apiAddress } from '#contract/nouns/nouns'
import type { Resource } from '#contract/kit/resource'
import { isCollection } from '../runner/facts.ts'
import type { ChangedSubjectOrList, ActionRuntime } from '../runner/runtime.ts'
import { viewOfSubject } from './index.ts'
import { mayReadRow } from './kit/visible.ts'

const whereIs = ({ kind, id }: ChangedSubjectOrList): Resource => ({
  ...{ id, name: id, kind, version: 0, actions: [] },
  links: { self: isCollection(kind) ? `/api/${pathOf(kind)}` : apiAddress(kind, id) },
})

/**
 * View of a subject for a reader. For a list, without a reader, or if the subject is gone or not visible, only its
 * address.
 */
export const readSubjectView: ActionRuntime['show'] = async ({ db, read }, place, reader, now) => {
  const { kind, id } = place
  if (isCollection(kind) || reader === null) return whereIs(place)
  const subject = await read.one(kind, id)
  if (!subject || !(await mayReadRow(kind, subject, reader, read))) return whereIs(place)
  return viewOfSubject(kind, subject, reader, { db, read, now, on: englishDayOf(now) })
}
