import { marketDayOf } from '#domain/dates'
import { pathOf, selfOf } from '#contract/nouns'
import type { Resource } from '#contract/resource'
import { isCollection } from '../runner/facts.ts'
import type { Place, Runtime } from '../runner/runtime.ts'
import { viewOf } from './index.ts'
import { mayReadRow } from './visible.ts'

const whereIs = ({ kind, id }: Place): Resource => ({
  ...{ id, name: id, kind, version: 0, actions: [] },
  links: { self: isCollection(kind) ? `/api/${pathOf(kind)}` : selfOf(kind, id) },
})

/** What is to be seen at a place; of a list, for nobody, and of what is gone or not to be seen any more, only where it is. */
export const show: Runtime['show'] = async ({ db, read }, place, reader, now) => {
  const { kind, id } = place
  if (isCollection(kind) || reader === null) return whereIs(place)
  const subject = await read.one(kind, id)
  if (!subject || !(await mayReadRow(kind, subject, reader, read))) return whereIs(place)
  return viewOf(kind, subject, reader, { db, read, now, on: marketDayOf(now) })
}
