import { ArrowDownIcon } from '../icons/icons.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { ActionConsequences } from './consequence-sheet.tsx'
import { PreviewProgress } from './preview-progress.tsx'
import type { OpenActionForm } from './questions/use-action.ts'

/** Returns true if a part of the page is visible within the viewport. */
const useInSight = (part: RefObject<HTMLElement | null>, isThere: boolean): boolean => {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    if (!isThere || !part.current) return undefined
    const observer = new IntersectionObserver(([seen]) => setInSight(seen?.isIntersecting ?? true))
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [part, isThere])
  return isInSight
}

/**
 * Preview of the consequences of a binding form, below its answers. It takes the focus when the reader
 * requests it.
 */
export const ConsequencePanel = ({
  form,
  isOfMany,
}: {
  form: OpenActionForm
  /** The preview will be long, so space is reserved for it. */
  isOfMany: boolean
}) => {
  const { binds } = form.form
  const section = useRef<HTMLElement>(null)
  const { rehearsal, last, isAsked, failed, led } = form.rehearsed
  const lead = () => {
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }
  useEffect(() => {
    if (led > 0) section.current?.scrollIntoView({ block: 'start' })
  }, [led])
  const isThere = binds !== null && (rehearsal !== null || last !== null || isAsked || failed !== null)
  const isInSight = useInSight(section, isThere)
  if (!binds || !isThere) return null
  const shown = rehearsal ?? last
  const messages = rehearsal?.messages ?? []
  return (
    <>
      {!isInSight && (
        <button type="button" className="button button-small consequences-further" onClick={lead}>
          <ArrowDownIcon aria-hidden="true" />
          See what will happen
        </button>
      )}
      <section
        ref={section}
        tabIndex={-1}
        className={isOfMany ? 'consequences consequences-of-many' : 'consequences'}
        aria-label="What will happen"
        aria-busy={isAsked}
      >
        <h3>What will happen</h3>
        <PreviewProgress
          form={form}
          asking="Calculating what will happen"
          done="This form now shows what will happen"
          failing="We cannot show what will happen"
        />
        {messages.map(({ field, message }) => (
          <p key={`${field} ${message}`}>{message}</p>
        ))}
        {shown?.changes ? (
          <div className={rehearsal ? undefined : 'consequences-before'}>
            <ActionConsequences rehearsal={shown} undone={binds.undone} />
          </div>
        ) : (
          isAsked && <LoadingPlaceholder lines={4} what="Calculating what will happen" />
        )}
      </section>
    </>
  )
}
