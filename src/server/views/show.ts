import { marketDayOf } from '#domain/dates'
import { pathOf, selfOf } from '#contract/nouns'
import type { Resource } from '#contract/resource'
import { isCollection } from '../runner/facts.ts'
import { notFound } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import { viewOf } from './index.ts'

/** What is to be seen at a place; of a list, or for nobody, only where it is. */
export const show: Runtime['show'] = async (tx, { kind, id }, reader, now) => {
  if (isCollection(kind) || reader === null) {
    const self = isCollection(kind) ? `/api/${pathOf(kind)}` : selfOf(kind, id)
    return { id, name: id, kind, version: 0, links: { self }, actions: [] } satisfies Resource
  }
  const subject = await tx.one(kind, id)
  if (!subject) throw notFound()
  return viewOf(kind, subject, reader, { db: tx.db, read: tx, now, on: marketDayOf(now) })
}
