import { Suspense } from 'react'
import { termIn, TERMS } from '#domain/terms'
import { fetched } from '../shell/chunk.ts'
import { ButtonToCome } from './button-to-come.tsx'

const TermButton = fetched(async () => (await import('../shell/later.ts')).TermButton)

/** A word that explains itself; other words stay plain. */
export const Term = ({ word }: { word: string }) => {
  const term = termIn(word)
  if (term === null) return word
  return (
    <Suspense fallback={<ButtonToCome className="term">{word}</ButtonToCome>}>
      <TermButton word={word} explanation={TERMS[term]} />
    </Suspense>
  )
}
