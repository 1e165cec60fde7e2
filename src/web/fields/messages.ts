import { MAX_UPLOAD_BYTES, uploadKindError } from '#domain/text/upload-kinds'
import { showFileSize } from '../parts/texts.ts'

/** Refusal of several files where one is needed. */
export const oneFileOnlyText = (count: number): string => `Choose 1 file only: you chose ${count}`

/** Reasons why a chosen file is refused. */
export const FILE_REFUSALS = {
  windowsProgram: (name: string) => `${name} was not accepted: it is a Windows program`,
  diskImage: (name: string) => `${name} was not accepted: it is a macOS disk image`,
  notPdf: (name: string) => `${name} was not accepted: save it as a PDF, then choose the PDF`,
  otherKind: (name: string, kinds: readonly string[]) =>
    `${name} was not accepted. ${uploadKindError(kinds)}`,
  empty: (name: string) => `${name} was not accepted: it is empty`,
  tooLarge: (name: string) =>
    `${name} was not accepted: it is larger than ${showFileSize(MAX_UPLOAD_BYTES)}. Send it in parts, or with smaller pictures`,
  unknownKind: (name: string) => `${name} was not accepted: its type is not known`,
}

/** Types of file that a field accepts, and their largest size: `pdf, xlsx, up to 50 Mb`. */
export const acceptedFilesText = (kinds: readonly string[]): string =>
  [...kinds, `up to ${showFileSize(MAX_UPLOAD_BYTES)}`].join(', ')

export const cornerRemovedText = (corner: number): string => `Corner ${corner} was removed`
export const cornerMovedText = (from: number, to: number): string => `Corner ${from} is now corner ${to}`

/** Question about a time that occurs twice, when clocks go back. */
export const whichTimeText = (label: string, time: string): string => `${label}: which ${time} do you mean?`

/** Text of a field that has no choices. */
export const noChoicesText = (isOptional: boolean): string =>
  isOptional ? 'There are no choices yet. You can leave this out' : 'Nothing to choose from'

/** Button that ticks all choices in a filtered list. */
export const chooseFilteredText = (shown: number, all: number): string =>
  shown === all ? 'Choose all' : `Choose the ${shown} shown`
