import type { Case } from '#domain/case/case'
import type { Organisation } from '#domain/people/organisation'
import type { CoverSource } from '#domain/case/unit-replacement'
import type { Change, Read } from '../kit/changes.ts'
import { notify } from '../notices/tell.ts'
import { notifyConcerned, readConcernedNotices, type ConcernedNotice } from './concerned.ts'
import { coveringProjectIds, coverSentences } from './cover.ts'
import { readCoverFacts, type CoverFacts } from './cover-facts.ts'

/** A cover, and everyone who gets a notice about it besides the owner's side of the failed project. */
export interface CoverWithReaders {
  facts: CoverFacts
  notices: readonly ConcernedNotice[]
  /** Planning authorities of the projects whose units replace others. */
  authorities: readonly Organisation[]
}

/** Reads what a source can do for the holders of failed units, and whom that concerns. */
export const readCoverWithReaders = async (
  read: Read,
  subject: Case,
  from: CoverSource,
): Promise<CoverWithReaders> => {
  const facts = await readCoverFacts(read, subject, from)
  const ids = coveringProjectIds(facts)
  const lpaIds = facts.projects.flatMap(({ id, lpaId }) => (ids.includes(id) ? (lpaId ?? []) : []))
  return {
    facts,
    notices: await readConcernedNotices(read, subject),
    authorities: await read.list('organisation', { type: 'LPA', lpaId: lpaIds }),
  }
}

/** Notices of a cover to the holders of failed units and to those who supply the others. */
export const notifyOfCover = (
  subject: Pick<Case, 'id'>,
  { facts, notices, authorities }: CoverWithReaders,
): Change[] => {
  const ids = coveringProjectIds(facts)
  const sentencesFor = (organisationId: string): string =>
    coverSentences(facts, id =>
      facts.requirements.some(one => one.id === id && one.buyerId === organisationId),
    )
      .map(sentence => `${sentence}.`)
      .join(' ')
  return [
    ...notifyConcerned('holding-units-replaced', subject, notices, ({ organisationId, forClientId }) => ({
      replaced: sentencesFor(forClientId ?? organisationId),
    })),
    ...facts.projects
      .filter(({ id }) => ids.includes(id))
      .flatMap(project => [
        notify('units-drawn', 'project', project, { organisationId: project.supplierId }, {}),
        ...authorities
          .filter(({ lpaId }) => lpaId === project.lpaId)
          .map(({ id }) => notify('units-drawn', 'project', project, { organisationId: id }, {})),
      ]),
  ]
}
