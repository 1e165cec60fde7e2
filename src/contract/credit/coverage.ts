import { z } from 'zod'
import { COVERAGE_VERDICTS } from '#domain/case/coverage'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { creditType, id, idAndName, instant, nullableIdAndName, nullableText, units } from '../kit/values.ts'

/** Coverage of one credit requirement of an application. */
const coverage = z
  .object({
    requirement: idAndName.extend({ link: z.string() }),
    buyer: z.string(),
    round: z.string().meta({ description: 'Market and round' }),
    verdict: z.enum(COVERAGE_VERDICTS),
    text: z.string().meta({ description: 'The answer as a sentence, such as Covered: yes, by …' }),
    by: z.array(z.object({ project: nullableIdAndName, creditType, units })).meta({
      description: 'Units by project; the project is null if you may not see it',
    }),
    certificate: z
      .object({ id, number: z.string(), title: z.string(), page: z.string(), madeAt: instant })
      .nullable(),
    paragraph: nullableText.meta({
      description: 'Paragraph for the decision notice; null unless everything is secured and certified',
    }),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof coverage>

export const readCoverage = endpoint('GET /api/coverage', {
  id: 'readCoverage',
  tag: 'Registries',
  summary:
    'What covers an application at a planning authority: its credit requirements that you may see, by planning reference',
  access: 'member',
  byKey: 'read',
  query: z.object({
    reference: z.string().max(200).default('').meta({
      description:
        'Planning reference; capitals and spaces do not matter. Without one, only recent references are returned',
    }),
  }),
  answers: {
    200: z.object({
      reference: z.string(),
      items: z.array(coverage),
      similar: z.array(z.string()).meta({
        description: 'References that contain the letters and digits of this one, if none was found',
      }),
      recent: z.array(z.string()).meta({
        description: 'References of the newest applications that you may see, if none was found',
      }),
    }),
    404: refusal,
  },
})
