import { Suspense, type ReactNode } from 'react'
import { findGlossaryTerm, GLOSSARY_TERMS } from '#domain/text/terms'
import { lazyComponent } from './chunk.ts'

/**
 * Inert button that looks like the real one while its code is loading, so that nothing moves when it arrives.
 */
const ButtonToCome = ({ className, children }: { className: string; children: ReactNode }) => (
  <button type="button" className={className} aria-busy="true" aria-disabled="true">
    {children}
  </button>
)

const TermButton = lazyComponent(async () => (await import('./later.ts')).TermButton)

/** Term that explains itself if it is in the glossary; other words stay plain. */
export const Term = ({ word }: { word: string }) => {
  const term = findGlossaryTerm(word)
  if (term === null) return word
  return (
    <Suspense fallback={<ButtonToCome className="term">{word}</ButtonToCome>}>
      <TermButton word={word} explanation={GLOSSARY_TERMS[term]} />
    </Suspense>
  )
}
