import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notify } from '../notices/tell.ts'
import { notifyConcerned, readConcernedNotices } from './concerned.ts'
import { coveringProjectIds, coverSentences, recordCover } from './cover.ts'
import { readCoverFacts } from './cover-facts.ts'

const NOTHING_TO_DRAW =
  'The reserve has no units that may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by units of the reserve: as many as possible on every day, at no price (decision 0191). */
export const drawOnReserve = action({
  name: 'DrawOnReserve',
  on: 'case',
  title: 'Draw on the reserve',
  description:
    'Units of the reserve take the place of failed ones, as many as the rules of compatibility allow.',
  binds: {
    verb: 'Replace the units',
    undone:
      'The replacement ends only if the failed units are delivered again, or if the replacing units fail.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Confirmed', 'Remedying'],
  when: ({ failedSince }) => failedSince !== null || 'No units have failed in this case',
  given: async (read, subject) => {
    const facts = await readCoverFacts(read, subject)
    return { cover: facts.cover, sentences: coverSentences(facts) }
  },
  fields: {
    reason: withHint(
      longText('Why are the units replaced?'),
      'Everyone whom the case concerns can read this.',
    ),
  },
  initial: () => ({}),
  check: (_answers, { cover }) => (cover.length === 0 ? { form: NOTHING_TO_DRAW } : {}),
  reads: async (read, subject) => {
    const facts = await readCoverFacts(read, subject)
    const lpaIds = facts.projects.flatMap(({ id, lpaId }) =>
      coveringProjectIds(facts).includes(id) ? (lpaId ?? []) : [],
    )
    return {
      facts,
      notices: await readConcernedNotices(read, subject),
      authorities: lpaIds.length === 0 ? [] : await read.list('organisation', { type: 'LPA', lpaId: lpaIds }),
    }
  },
  preview: ({ given: { sentences } }) => ({ preview: sentences }),
  effect: ({ subject, values, reads: { facts, notices, authorities }, newId }) => [
    update('case', subject, { reason: values.reason }),
    ...recordCover(subject, facts, { newId }),
    ...notifyConcerned('holding-units-replaced', subject, notices, ({ organisationId, forClientId }) => ({
      replaced: coverSentences(facts, id =>
        facts.requirements.some(one => one.id === id && one.buyerId === (forClientId ?? organisationId)),
      )
        .map(sentence => `${sentence}.`)
        .join(' '),
    })),
    ...facts.projects
      .filter(({ id }) => coveringProjectIds(facts).includes(id))
      .flatMap(project => [
        notify('reserve-drawn', 'project', project, { organisationId: project.supplierId }, {}),
        ...authorities
          .filter(({ lpaId }) => lpaId === project.lpaId)
          .map(({ id }) => notify('reserve-drawn', 'project', project, { organisationId: id }, {})),
      ]),
  ],
  done: 'The failed units have been replaced',
})
