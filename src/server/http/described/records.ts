import { z } from 'zod'
import type { ProjectRecords } from '#domain/wire/history'
import { day, documentItem, id, instant, listOf, nextCompliance } from './general.ts'
import { certification } from './items.ts'

const text = z.string().nullable()

const visit = {
  id,
  date: day,
  name: z.string(),
  organisation: z.string(),
  notes: text,
  report: documentItem.pick({ id: true, name: true, links: true }).nullable(),
}

const decision = { id, at: instant, by: z.string(), outcome: text }

/** What is kept of a project, by the last part of its path. */
export const records: { [R in keyof ProjectRecords]: z.ZodType<ProjectRecords[R]> } = {
  compliance: listOf(
    z.object({
      ...visit,
      isCompliant: z.boolean(),
      failReason: text,
      nextAction: nextCompliance.nullable(),
    }),
  ),
  performance: listOf(z.object(visit)),
  verification: listOf(z.object({ ...visit, isPass: z.boolean(), failReason: text })),
  screening: listOf(z.object({ ...decision, comment: text })),
  certification: listOf(z.object({ ...decision, certification: certification.nullable() })),
}
