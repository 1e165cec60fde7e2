import { agentIdOf } from '#domain/agency'
import { candidateOfProject } from '../common/fit.ts'
import {
  checkRoundAhead,
  roundAhead,
  roundsAhead,
  toldOutside,
  warnRoundAhead,
} from '../common/reregistration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, furtherFile, hinted, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { editService, TO_CERTIFICATION } from './service-changes.ts'

/** Puts a project that came to nothing in one round forward for another; unchanged, it may keep its certificates. */
export const reregister = action({
  name: 'Reregister',
  on: 'project',
  title: 'Register again',
  description: 'Puts the project forward for another market round. What it did in earlier rounds is kept.',
  who: [operator, owner, agent('RegisterForRound', 'another round')],
  from: ['Unmatched', 'FailedRound', 'NotCertified', 'FailedScreening'],
  given: async (read, project, actor) =>
    roundsAhead(
      read,
      actor,
      { ownerId: project.supplierId, roundId: project.roundId },
      await candidateOfProject(read, project),
    ),
  fields: {
    ...roundAhead,
    hasChanged: hinted(
      yesNo('Have the details of the project changed?'),
      'If nothing has changed, the certificates of the earlier round may be kept.',
    ),
    landholderInfo: furtherFile('Landholder information', 'LandholderInfo'),
    declarations: declarations('MarketRoundProject_Register'),
  },
  show: {
    landholderInfo: ({ hasChanged }) => hasChanged === true,
    declarations: ({ marketRoundId }) => Boolean(marketRoundId),
  },
  check: checkRoundAhead,
  warn: (answers, _project, given) =>
    warnRoundAhead(answers, given, 'Not registered as a supplier in any open market rounds'),
  to: 'Provisional',
  moves: TO_CERTIFICATION,
  reads: async (read, { id }) => ({
    decided: await read.list('service', { projectId: id, status: ['Certified', 'NotCertified'] }),
    documents: await read.list('filedDocument', {
      ownerKind: 'project',
      ownerId: id,
      tag: 'LandholderInfo',
      replacedById: null,
    }),
  }),
  effect: ({ subject, values, reads: { decided, documents }, given, actor }) => {
    const { marketRoundId, hasChanged, landholderInfo } = values
    return [
      update('project', subject, {
        roundId: marketRoundId,
        agentId: agentIdOf(actor),
        unchangedSinceRoundId: hasChanged ? null : subject.roundId,
        screeningComment: null,
        reviewReason: null,
        costs: null,
        offer: null,
        offeredAt: null,
        groupId: null,
        endedAs: null,
      }),
      ...toldOutside('project', subject, marketRoundId, given),
      ...(hasChanged ? decided.map(service => editService(subject, service, {})) : []),
      ...documents.flatMap(document =>
        landholderInfo
          ? [
              update('filedDocument', document, {
                replacedById: landholderInfo.id,
                reason: 'Details changed',
              }),
            ]
          : [],
      ),
    ]
  },
})
