import { describe, expect, it } from 'vitest'
import type { Answers, Facts } from '#actions/kit/action'
import { judge, warnings } from '#actions/kit/judge'
import { aProject, aRequirement, aRound } from '../builders/market.ts'
import { actionOf, knowing } from './judging.ts'

describe('warnings of the specification, section 8', () => {
  const requirement = aRequirement()
  it.each<[string, string, Answers, object, Partial<Facts>, string]>([
    [
      'type',
      'requirement.Update',
      { type: 'Investor' },
      requirement,
      {},
      'Changing type will remove all data from the credit requirement',
    ],
    [
      'groupId',
      'requirement.AddToGroup',
      {},
      requirement,
      { groups: [] },
      'No groups are available for this credit requirement',
    ],
    [
      'groupId',
      'project.AddToGroup',
      {},
      aProject(),
      { groups: [] },
      'No project groups are available for this project',
    ],
    [
      'projectIds',
      'projectGroup.AddProjects',
      {},
      {},
      { projects: [] },
      'There are no projects available to add to this group',
    ],
    [
      'projectIds',
      'organisation.CreateProjectGroup',
      { marketRoundId: 'r' },
      {},
      { projects: [] },
      'There are no projects available to add to this group',
    ],
    [
      'requirementIds',
      'requirementGroup.AddRequirements',
      {},
      {},
      { requirements: [] },
      'There are no credit requirements available to add to this group',
    ],
    [
      'marketRoundId',
      'project.Reregister',
      {},
      aProject(),
      { rounds: [] },
      'Not registered as a supplier in any open market rounds',
    ],
    [
      'marketRoundId',
      'requirement.Reregister',
      {},
      requirement,
      { rounds: [] },
      'Not registered as a buyer or investor in any open market rounds',
    ],
    [
      'marketRoundId',
      'organisation.ExpressInterest',
      {},
      {},
      { rounds: [] },
      'There are no market rounds to choose from',
    ],
    [
      'reservePercentage',
      'round.SetReserveInfo',
      { hasReserve: true, reservePercentage: 25 },
      aRound(),
      {},
      'The recommended range is 10% to 20%',
    ],
  ])(
    'the answer %s of %s is warned about and does not block',
    (field, of, answers, subject, given, sentence) => {
      expect(warnings(actionOf(of), answers, subject, knowing(given))).toMatchObject({ [field]: sentence })
      expect(Object.values(judge(actionOf(of), answers, knowing(given)))).not.toContain(sentence)
    },
  )
})
