/** Emails that actions send to one address, each with its facts. Everything for people in the market is a notification instead. */
export interface EmailFactsByTemplate {
  invitation: { invitation: string; organisation: string; inviter: string }
  'admission-refused': { organisation: string; reason: string }
  'second-factor-off': Record<never, string>
}
export type EmailTemplateName = keyof EmailFactsByTemplate
