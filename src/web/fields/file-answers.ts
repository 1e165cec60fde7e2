import { notOfAcceptedKind } from '#domain/upload-kinds'

/** A file as a form holds it: filed already, or picked just now and still in the browser. */
export interface FileAnswer {
  id: string
  name: string
  links?: { self: string }
  file?: File
}

const EXECUTABLE = [
  'application/x-msdownload',
  'application/x-ms-dos-executable',
  'application/vnd.microsoft.portable-executable',
]
const DISK_IMAGE = ['application/x-apple-diskimage']

const extensionOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

/** The ends of file names for the kinds accepted; both sorts of zip end alike. */
export const extensionsOf = (accept: readonly string[]): string[] => [
  ...new Set(accept.map(kind => (kind === 'winZip' ? 'zip' : kind))),
]

/** Why a picked file is not taken, or null. The server looks at the content besides. */
export const refusalOf = (file: File, accept: readonly string[]): string | null => {
  const kinds = extensionsOf(accept)
  if (EXECUTABLE.includes(file.type) || ['exe', 'msi'].includes(extensionOf(file.name)))
    return `${file.name} was not taken: it is a Windows program`
  if (DISK_IMAGE.includes(file.type) || extensionOf(file.name) === 'dmg')
    return `${file.name} was not taken: it is a macOS disk image`
  if (kinds.length > 0 && !kinds.includes(extensionOf(file.name)))
    return `${file.name} was not taken. ${notOfAcceptedKind(kinds)}`
  if (file.type === '') return `${file.name} was not taken: its type is not known`
  return null
}
