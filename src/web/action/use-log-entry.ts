import type { Resource } from '#contract/resource'
import { type ActivityItem, listActivity } from '#contract/subject'
import { useAnswer } from '../api.ts'

/** The entry of the activity log that an action on a thing has just made, once it is there. */
export const useLogEntry = (
  { kind, id }: Pick<Resource, 'kind' | 'id'>,
  action: string,
): ActivityItem | undefined =>
  useAnswer(listActivity, { query: { subjectType: kind, subjectId: id, limit: 10 } }).data?.items.find(
    one => one.action === action,
  )
