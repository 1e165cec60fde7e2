import type { RequiredDeclaration } from '#contract/kit/form'

/** Declarations are reference data; whoever declares to have read the rules is led to them. */
const MENTIONS_RULES = /\bmarket rules\b/i

/** Declarations of the round, each of which has to be agreed to. */
export const DeclarationsField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  declarations,
  value,
  onChange,
}: {
  id: string
  labelId: string
  describedBy?: string
  isInvalid: boolean
  declarations: readonly RequiredDeclaration[]
  /** List of answers so far, if there is one. */
  value: unknown
  onChange: (value: { id: string; answer: boolean }[]) => void
}) => {
  const made: readonly { id: string; answer: boolean }[] = Array.isArray(value) ? value : []
  const isMade = (declared: string) => made.some(one => one.id === declared && one.answer)
  const answer = (declared: string, isTrue: boolean) =>
    onChange(declarations.map(one => ({ id: one.id, answer: one.id === declared ? isTrue : isMade(one.id) })))
  return (
    <div className="stack" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      {declarations.map((one, at) => (
        <label className="choice declaration" key={one.id}>
          <input
            id={at === 0 ? id : undefined}
            type="checkbox"
            aria-invalid={isInvalid && !isMade(one.id)}
            checked={isMade(one.id)}
            onChange={event => answer(one.id, event.target.checked)}
          />
          <span>
            <b>{one.name}</b>
            <span className="declaration-text">{one.declaration}</span>
          </span>
        </label>
      ))}
      {declarations.some(one => MENTIONS_RULES.test(one.declaration)) && (
        <a href="/how-it-works" target="_blank" rel="noreferrer">
          Read the market rules (opens in a new tab)
        </a>
      )}
    </div>
  )
}
