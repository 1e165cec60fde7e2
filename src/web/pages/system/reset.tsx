import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { RESET_WORD } from '#domain/reset'
import { readAccountSettings } from '#contract/sign-in'
import { resetDatabase } from '#contract/system'
import { isApiProblem } from '../../api-problem.ts'
import { fetchAnswer, send } from '../../api.ts'
import { Notice } from '../../parts/notice.tsx'

/** Waits until the market answers again, telling how far it has come, then goes to the sign-in page: nobody is signed in any more. */
const Waiting = () => {
  const { data, error } = useQuery({
    queryKey: ['reset'],
    queryFn: ({ signal }) => fetchAnswer(readAccountSettings, {}, signal),
    refetchInterval: 1000,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (data) location.assign('/login')
  }, [data])
  return (
    <p role="status">
      {isApiProblem(error) && error.status === 503
        ? error.message
        : 'The demonstration market is being loaded anew'}
    </p>
  )
}

/** Loads the demonstration anew, once its name has been typed. */
export const ResetForm = () => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<'asking' | 'waiting'>('asking')
  const [failure, setFailure] = useState<string | null>(null)
  if (state === 'waiting') return <Waiting />
  return (
    <form
      className="stack measure"
      onSubmit={event => {
        event.preventDefault()
        if (typed !== RESET_WORD) {
          setFailure(`Type ${RESET_WORD} to confirm`)
          return
        }
        send(resetDatabase, { body: { name: typed } })
          .then(() => setState('waiting'))
          .catch((error: Error) => setFailure(error.message))
      }}
    >
      <p>
        Everything that was done in this market is lost, all accounts and documents with it, and the
        demonstration is loaded as on the first day. Everybody has to sign in again.
      </p>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="field">
        <label htmlFor={id} className="field-label">
          Type <b>{RESET_WORD}</b> to confirm
        </label>
        <input
          id={id}
          className="input"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <div>
        <button type="submit" className="button button-primary">
          Load the demonstration anew
        </button>
      </div>
    </form>
  )
}
