/** Options of the widget. */
export type WidgetOptions = {
  /** 'zkKYC' for the full KYC flow, 'MeID' for the human-uniqueness (liveness) flow. */
  lv: 'MeID' | 'zkKYC'
  /** Colour mode, 'auto' by default. Must match the program's colour mode in the dashboard. */
  theme?: 'auto' | 'light' | 'dark'
  /** Origin of the verification page. Defaults to the origin for which the package was built. */
  endpoint?: string
  /** Host of the KYC grant check, if different from `endpoint`. */
  kycApiEndpoint?: string
  /** Host of the MeID binding check, if different from `endpoint`. */
  meidApiEndpoint?: string
  /** Twelve digits. Defaults to the merchant's first program. */
  programNo?: string
  /**
   * Whether a grant of a test program counts. Without it, the widget reports `grant.missing` at the end of a
   * verification in a test program. Set it only in your own test environment.
   */
  allowTest?: boolean
  /** How the user logs in. 'wallet' is allowed only with lv 'MeID'. */
  mode?: 'email' | 'wallet'
  /** Language. Defaults to English for the widget, and to the browser's language for the verification page. */
  locale?: 'en' | 'zh-hk'
  /** Whether the user must prove ownership of the wallet with a signature. */
  checkAddress?: boolean
  /**
   * Shows the widget inside this element, or inside the first element that matches the selector, instead of
   * over the page.
   */
  rootContainer?: HTMLElement | string
  /**
   * An access token that you already have, used for the first request. The provider supplies all later
   * tokens.
   */
  accessToken?: string
  /** 1 uses only the first protocol, as older frames require. The token option is then part of the address. */
  protocol?: 1
}
