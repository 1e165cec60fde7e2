import { EyeIcon, EyeOffIcon } from '../../icons/icons.tsx'
import { endWatch, readWatch, startWatch, type WATCHABLE_KINDS } from '#contract/desk/inbox'
import { messageOf } from '../../api/api-problem.ts'
import { refetchAnswer, sendRequest, useAnswer, useUser } from '../../api/api.ts'
import { toast } from '../../parts/page/toasts.ts'

/**
 * Watches a project, requirement or round, or stops watching it. Watchers are notified of what happens to it;
 * the owner is notified in any case and gets no button.
 */
export const WatchButton = ({
  kind,
  id,
  owner,
}: {
  kind: (typeof WATCHABLE_KINDS)[number]
  id: string
  owner?: { id: string }
}) => {
  const user = useUser().data
  return owner !== undefined && user?.organisation?.id === owner.id ? null : <Watch kind={kind} id={id} />
}

const Watch = ({ kind, id }: { kind: (typeof WATCHABLE_KINDS)[number]; id: string }) => {
  const ask = { params: { kind, id } }
  const isWatching = useAnswer(readWatch, ask).data?.isWatching ?? false
  const Icon = isWatching ? EyeOffIcon : EyeIcon
  const change = async () => {
    try {
      await sendRequest(isWatching ? endWatch : startWatch, ask)
      toast(
        'success',
        isWatching ? 'You have stopped watching this' : 'You are watching this: changes appear in your inbox',
      )
    } catch (error) {
      toast('error', messageOf(error))
    }
    await refetchAnswer(readWatch, ask)
  }
  return (
    <button type="button" className="button button-small button-quiet" onClick={() => void change()}>
      <Icon aria-hidden="true" />
      {isWatching ? 'Stop watching' : 'Watch'}
    </button>
  )
}
