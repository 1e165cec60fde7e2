import { markInbox } from '#contract/inbox'
import { messageOf } from '../../api-problem.ts'
import { inboxHasChanged, send } from '../../api.ts'
import { toast } from '../../parts/toasts.ts'

/** Marks items as read or unread: those named, or all. */
export const mark = async (ids: readonly string[] | undefined, isRead: boolean): Promise<void> => {
  try {
    inboxHasChanged(await send(markInbox, { body: { ...(ids && { ids: [...ids] }), isRead } }))
  } catch (error) {
    toast('error', messageOf(error))
  }
}
