import { sql } from 'kysely'
import { matchNeedOf } from '#domain/project/match-need'
import { distinct } from '#domain/values/grouped'
import { mayServiceServeRequirement } from '@credit-market/match-verifier/may-serve'
import { iterateResultPages } from '../store/pages.ts'
import { openStore } from '../store/store.ts'
import type { VerificationFault, VerificationInput } from './check.ts'

const RUNNING = sql<{ id: string }>`select id from unit_replacement where ended_at is null order by id`

/** Checks by the match verifier’s own rule that every replacing unit may serve the requirement whose unit it replaces (invariant 14). */
export const iterateReplacementFaults = async function* ({
  db,
}: VerificationInput): AsyncGenerator<VerificationFault, void> {
  const { read } = openStore(db)
  for await (const page of iterateResultPages(db, RUNNING)) {
    const replacements = await read.list('unitReplacement', { id: page.map(({ id }) => id) })
    const failures = await read.list('unitFailure', {
      id: distinct(replacements.map(({ failureId }) => failureId)),
    })
    const credits = await read.list('credit', {
      id: distinct([...replacements, ...failures].map(({ creditId }) => creditId)),
    })
    const [requirements, projects] = [
      await read.list('requirement', { id: distinct(credits.flatMap(one => one.requirementId ?? [])) }),
      await read.list('project', { id: distinct(credits.map(({ projectId }) => projectId)) }),
    ]
    for (const { serial, failureId, creditId } of replacements) {
      const failure = failures.find(({ id }) => id === failureId)
      const failed = credits.find(({ id }) => id === failure?.creditId)
      const replacing = credits.find(({ id }) => id === creditId)
      const project = projects.find(({ id }) => id === replacing?.projectId)
      const requirement = requirements.find(({ id }) => id === failed?.requirementId)
      const need = requirement && matchNeedOf(requirement)
      if (!need || !replacing || !project) continue
      const service = { ...replacing, creditType: replacing.type }
      if (!mayServiceServeRequirement(need, service, project))
        yield { what: serial, why: `replaces units of requirement ${need.id}, which it may not serve` }
    }
  }
}
