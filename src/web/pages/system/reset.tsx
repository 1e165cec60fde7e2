import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { RESET_CONFIRMATION_WORD } from '#domain/people/founding'
import { readAccountSettings } from '#contract/people/sign-in'
import { resetDatabase } from '#contract/system/system'
import { isApiProblem } from '../../api/api-problem.ts'
import { fetchAnswer, sendRequest } from '../../api/api.ts'
import { Notice } from '../../parts/page/notice.tsx'

/**
 * Waits until the market answers again, with its progress, then goes to the sign-in page, because all
 * sessions have ended.
 */
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
      {isApiProblem(error) && error.status === 503 ? error.message : 'The demonstration is being reloaded'}
    </p>
  )
}

/** Resets the demonstration, once its name has been typed. */
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
        if (typed !== RESET_CONFIRMATION_WORD) {
          setFailure(`Type ${RESET_CONFIRMATION_WORD} to confirm`)
          return
        }
        sendRequest(resetDatabase, { body: { name: typed } })
          .then(() => setState('waiting'))
          .catch((error: Error) => setFailure(error.message))
      }}
    >
      <p>
        This deletes everything in this market, including all accounts and documents, and loads the
        demonstration as it was on the first day. Everyone has to sign in again.
      </p>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="field">
        <label htmlFor={id} className="field-label">
          Type <b>{RESET_CONFIRMATION_WORD}</b> to confirm
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
          Reload the demonstration
        </button>
      </div>
    </form>
  )
}
