import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { withQuery } from '#contract/kit/endpoint'

/** Field for an application reference, which leads to what covers the application. */
export const ApplicationField = ({ reference = '' }: { reference?: string }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(reference)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void navigate(withQuery('/coverage', { reference: typed.trim() }))
  }
  return (
    <form className="application-field" onSubmit={submit}>
      <label htmlFor="application">Application reference</label>
      <div className="row">
        <input
          className="input"
          id="application"
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setTyped(event.target.value)}
        />
        <button type="submit" className="button button-primary">
          Is it covered?
        </button>
      </div>
    </form>
  )
}
