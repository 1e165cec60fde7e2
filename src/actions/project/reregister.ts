import { actingAgentId } from '#domain/people/agency'
import { NO_OFFER, UNSIGNED_PROJECT_STATUSES } from '#domain/project/project'
import { isOneOf } from '#domain/values/narrow'
import { readProjectRoundCandidate } from '../common/fit.ts'
import {
  checkNextRound,
  nextRoundField,
  readNextRounds,
  remarkOutsideWindow,
  warnNextRound,
} from '../common/reregistration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, additionalFile, withHint, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { editService, CERTIFICATION_STATUS_CHANGES } from './services/service-changes.ts'

/** Registers a project that lost in one round for another; unchanged, it may keep its certificates. */
export const reregisterProject = action({
  name: 'Reregister',
  on: 'project',
  title: 'Register again',
  description: 'Puts the project forward for another market round. Its history from earlier rounds is kept.',
  who: [operator, owner, agent('RegisterForRound', 'another round')],
  from: ['Unmatched', 'FailedRound', 'NotCertified', 'FailedScreening'],
  when: ({ endedAs }) =>
    !isOneOf(UNSIGNED_PROJECT_STATUSES, endedAs) ||
    'Its credits were divided in that round, and no one signed. Create a new project for the land',
  given: async (read, project, actor) =>
    readNextRounds(
      read,
      actor,
      { ownerId: project.supplierId, roundId: project.roundId },
      await readProjectRoundCandidate(read, project),
    ),
  fields: {
    ...nextRoundField,
    hasChanged: withHint(
      yesNo('Have the details of the project changed?'),
      'If nothing has changed, the certificates of the earlier round may still be valid.',
    ),
    landholderInfo: additionalFile('Landholder information', 'LandholderInfo'),
    declarations: declarations('MarketRoundProject_Register'),
  },
  show: {
    landholderInfo: ({ hasChanged }) => hasChanged === true,
    declarations: ({ marketRoundId }) => Boolean(marketRoundId),
  },
  check: checkNextRound,
  warn: (answers, _project, given) =>
    warnNextRound(answers, given, 'Not registered as a supplier in any open market rounds'),
  to: 'Provisional',
  moves: CERTIFICATION_STATUS_CHANGES,
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
        agentId: actingAgentId(actor),
        unchangedSinceRoundId: hasChanged ? null : subject.roundId,
        screeningComment: null,
        reviewReason: null,
        costs: null,
        ...NO_OFFER,
        groupId: null,
        endedAs: null,
      }),
      ...remarkOutsideWindow('project', subject, marketRoundId, given),
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
  done: 'Your project is in the new market round',
})
