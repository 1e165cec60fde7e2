import { z } from 'zod'
import { type AnswerOf, endpoint } from '../kit/endpoint.ts'
import { certification, complianceFollowUp } from './project.ts'
import { listPage } from '../kit/resource.ts'
import { documentItem } from '../subject/subject.ts'
import { day, id, instant, nullableText } from '../kit/values.ts'

/** A visit to a project: date, person, and the current report. */
const visit = z.object({
  id,
  date: day,
  name: z.string(),
  organisation: z.string(),
  notes: nullableText,
  report: documentItem.pick({ id: true, name: true, links: true }).nullable(),
})
const complianceItem = visit.extend({
  isCompliant: z.boolean(),
  failReason: nullableText,
  nextAction: complianceFollowUp.nullable(),
})
const verificationItem = visit.extend({
  isPass: z.boolean(),
  failReason: nullableText,
  cureBy: day.nullable().meta({ description: 'Last day on which a failure is to be put right' }),
})

/** A decision of the operator on a project from the audit trail, with the resulting status. */
const decision = z.object({ id, at: instant, by: z.string(), outcome: nullableText })
const screeningItem = decision.extend({ comment: nullableText })
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
    summary: `Records of ${name} of a project, newest first`,
    access: 'member',
    byKey: 'read',
    answers: { 200: listPage(item) },
  })

/** Records of a project, by the last part of their path. */
export const projectRecords = {
  compliance: record('compliance', 'Compliance', complianceItem),
  performance: record('performance', 'Performance', visit),
  verification: record('verification', 'Verification', verificationItem),
  screening: record('screening', 'Screening', screeningItem),
  certification: record('certification', 'Certification', certificationItem),
}

/** Answers of these records. */
export type ProjectRecords = { [R in keyof typeof projectRecords]: AnswerOf<(typeof projectRecords)[R]> }
