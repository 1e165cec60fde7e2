import { numberIn } from '#domain/certificate'

// A file is hashed where it is: only its hash, and the number that it names, are sent. Without scripts the form sends the file.

const MOST_BYTES = 2 * 1024 * 1024

const form = document.querySelector<HTMLFormElement>('[data-verify-file]')
const told = document.querySelector<HTMLElement>('[data-verify-told]')
const drop = document.querySelector<HTMLElement>('[data-drop]')
const input = form?.querySelector<HTMLInputElement>('input[type="file"]')

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

const judge = async (file: File): Promise<void> => {
  if (file.size > MOST_BYTES) {
    location.assign('/verify?trouble=large')
    return
  }
  if (told) told.textContent = `${file.name} is being compared…`
  const bytes = await file.arrayBuffer()
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes))
  const number = numberIn(new TextDecoder('latin1').decode(bytes))
  location.assign(`/verify/file?${new URLSearchParams({ sha256, ...(number && { number }) }).toString()}`)
}

// Over plain HTTP browsers do not hash; the form then sends the file.
if (form && input && isSecureContext) {
  form.addEventListener('submit', event => {
    const file = input.files?.[0]
    if (!file) return
    event.preventDefault()
    void judge(file)
  })
  const over = (event: DragEvent): void => {
    event.preventDefault()
    drop?.classList.toggle('is-over', event.type === 'dragover')
  }
  document.addEventListener('dragover', over)
  document.addEventListener('dragleave', over)
  document.addEventListener('drop', event => {
    over(event)
    const file = event.dataTransfer?.files[0]
    if (file) void judge(file)
  })
}
