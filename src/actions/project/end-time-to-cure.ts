import { openCase, readCaseOpening } from '../case/open-case.ts'
import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'

/** Opens a case about a project whose failed verification was not put right in time (decision 0201). */
export const endTimeToCure = action({
  name: 'EndTimeToCure',
  on: 'project',
  title: 'End the time to put it right',
  who: [system],
  from: ['FailedVerification'],
  fields: {},
  reads: async (read, project) => ({
    failed: await read.latest('verification', { projectId: project.id }),
    opening: await readCaseOpening(read, { project }),
  }),
  effect: ({ subject, reads: { failed, opening }, ...context }) =>
    failed === undefined
      ? []
      : openCase(
          { project: subject },
          opening,
          {
            ...{ type: 'DeliveryFailure', reporter: 'system', since: failed.date },
            what: failed.failReason ?? 'The project has not passed verification',
          },
          context,
        ),
})
