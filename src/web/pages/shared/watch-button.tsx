import { Eye, EyeOff } from 'lucide-react'
import { endWatch, readWatch, startWatch, type WATCHED } from '#contract/inbox'
import { messageOf } from '../../api-problem.ts'
import { askAgain, send, useAnswer, useUser } from '../../api.ts'
import { toast } from '../../parts/toasts.ts'

/**
 * Follows a project, requirement or round, or ceases to: who watches is told what happens to it. Its owner is told in any
 * case, and is offered nothing.
 */
export const WatchButton = ({
  kind,
  id,
  owner,
}: {
  kind: (typeof WATCHED)[number]
  id: string
  owner?: { id: string }
}) => {
  const user = useUser().data
  return owner !== undefined && user?.organisation?.id === owner.id ? null : <Watch kind={kind} id={id} />
}

const Watch = ({ kind, id }: { kind: (typeof WATCHED)[number]; id: string }) => {
  const ask = { params: { kind, id } }
  const isWatching = useAnswer(readWatch, ask).data?.isWatching ?? false
  const Icon = isWatching ? EyeOff : Eye
  const change = async () => {
    try {
      await send(isWatching ? endWatch : startWatch, ask)
      toast(
        'success',
        isWatching ? 'You watch it no longer' : 'You watch it: your inbox tells you when it goes on',
      )
    } catch (error) {
      toast('error', messageOf(error))
    }
    await askAgain(readWatch, ask)
  }
  return (
    <button type="button" className="button button-small button-quiet" onClick={() => void change()}>
      <Icon aria-hidden="true" />
      {isWatching ? 'Stop watching' : 'Watch'}
    </button>
  )
}
