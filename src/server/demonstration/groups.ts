import { DEMONSTRATION_OPERATOR_USERNAME } from './people.ts'
import { demonstrationRoundRow, roundSchedule } from './rounds.ts'
import {
  cellList,
  cellText,
  type DemonstrationCalendar,
  type DemonstrationStep,
  readCsvRows,
} from './step.ts'

/** Steps that make and fill groups while bids and offers are open. */
export const demonstrationGroupSteps = (
  calendar: DemonstrationCalendar,
  kind: 'Project' | 'CreditRequirement',
): DemonstrationStep[] =>
  readCsvRows('demo_groups')
    .filter(row => row.kind === kind)
    .flatMap((row, index): DemonstrationStep[] => {
      const roundId = cellText(row, 'roundId')
      const { bidding } = roundSchedule(demonstrationRoundRow(roundId))
      const id = cellText(row, 'groupId')
      const isProjects = kind === 'Project'
      const members = cellList(row, 'memberIds')
      const added = {
        at: calendar.at(bidding + 6, index * 2 + 1),
        by: DEMONSTRATION_OPERATOR_USERNAME,
        subjectId: id,
      }
      return [
        {
          at: calendar.at(bidding + 6, index * 2),
          by: DEMONSTRATION_OPERATOR_USERNAME,
          kind: 'organisation',
          subjectId: cellText(row, 'ownerOrgId'),
          action: isProjects ? 'CreateProjectGroup' : 'CreateCreditRequirementGroup',
          ids: [id],
          values: { name: cellText(row, 'name'), type: cellText(row, 'type'), marketRoundId: roundId },
        },
        isProjects
          ? { ...added, kind: 'projectGroup', action: 'AddProjects', values: { projectIds: members } }
          : {
              ...{ ...added, kind: 'requirementGroup', action: 'AddRequirements' },
              values: { requirementIds: members },
            },
      ]
    })
