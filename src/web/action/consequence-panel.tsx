import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Loading } from '../parts/loading.tsx'
import { Consequences } from './consequence-sheet.tsx'
import { PreviewProgress } from './preview-progress.tsx'
import type { OpenForm } from './use-action.ts'

/** Is a part of the page in sight, as far as it has been looked at? */
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

/** Beneath the answers of a form that binds: what would come of them, before it is done. Whoever asks for it is put before it. */
export const ConsequencePanel = ({
  form,
  isOfMany,
}: {
  form: OpenForm
  /** There is much to tell, for which room is kept. */
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
          <ArrowDown aria-hidden="true" />
          See what would come of it
        </button>
      )}
      <section
        ref={section}
        tabIndex={-1}
        className={isOfMany ? 'consequences consequences-of-many' : 'consequences'}
        aria-label="What would come of it"
        aria-busy={isAsked}
      >
        <h3>What would come of it</h3>
        <PreviewProgress
          form={form}
          asking="Working out what would come of it"
          done="What would come of it is now said in this form"
          failing="What would come of it cannot be told"
        />
        {messages.map(({ field, message }) => (
          <p key={`${field} ${message}`}>{message}</p>
        ))}
        {shown?.changes ? (
          <div className={rehearsal ? undefined : 'consequences-before'}>
            <Consequences rehearsal={shown} undone={binds.undone} />
          </div>
        ) : (
          isAsked && <Loading lines={4} what="Working out what would come of it" />
        )}
      </section>
    </>
  )
}
