import { useId, type ReactNode } from 'react'

/** A framed group of facts that belong together; use sparingly. */
export const Card = ({
  heading,
  aside,
  children,
}: {
  heading?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  if (!heading) return <div className="card">{children}</div>
  return (
    <section className="card" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{heading}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
