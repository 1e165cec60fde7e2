import type { ReactNode } from 'react'

/** A button as it looks, as long as what it does is still being fetched; nothing moves when that has come. */
export const ButtonToCome = ({ className, children }: { className: string; children: ReactNode }) => (
  <button type="button" className={className} aria-busy="true" aria-disabled="true">
    {children}
  </button>
)
