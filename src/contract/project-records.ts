import { z } from 'zod'
import { type AnswerOf, endpoint } from './endpoint.ts'
import { certification, nextCompliance } from './project.ts'
import { listOf } from './resource.ts'
import { documentItem } from './subject.ts'
import { day, id, instant, maybeText } from './values.ts'

/** Somebody looked at a project: when, who, and the report as it counts now. */
const visit = z.object({
  id,
  date: day,
  name: z.string(),
  organisation: z.string(),
  notes: maybeText,
  report: documentItem.pick({ id: true, name: true, links: true }).nullable(),
})
const complianceItem = visit.extend({
  isCompliant: z.boolean(),
  failReason: maybeText,
  nextAction: nextCompliance.nullable(),
})
const verificationItem = visit.extend({ isPass: z.boolean(), failReason: maybeText })

/** A decision that the operator took on a project, as the trail remembers it, with the status that it led to. */
const decision = z.object({ id, at: instant, by: z.string(), outcome: maybeText })
const screeningItem = decision.extend({ comment: maybeText })
const certificationItem = decision.extend({ certification: certification.nullable() })

export type VisitItem = z.infer<typeof visit>
export type ComplianceItem = z.infer<typeof complianceItem>
export type VerificationItem = z.infer<typeof verificationItem>
export type ScreeningItem = z.infer<typeof screeningItem>
export type CertificationItem = z.infer<typeof certificationItem>

const record = <const R extends string, T extends z.ZodType>(name: R, of: string, item: T) =>
  endpoint(`GET /api/project/:id/${name}`, {
    id: `listProject${of}`,
    tag: 'Projects',
    summary: `The ${name} of a project, newest first`,
    access: 'member',
    byKey: 'read',
    answers: { 200: listOf(item) },
  })

/** What is kept of a project, by the last part of its path. */
export const projectRecords = {
  compliance: record('compliance', 'Compliance', complianceItem),
  performance: record('performance', 'Performance', visit),
  verification: record('verification', 'Verification', verificationItem),
  screening: record('screening', 'Screening', screeningItem),
  certification: record('certification', 'Certification', certificationItem),
}

/** What is answered of each of them. */
export type ProjectRecords = { [R in keyof typeof projectRecords]: AnswerOf<(typeof projectRecords)[R]> }
