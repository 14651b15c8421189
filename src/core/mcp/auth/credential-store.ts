/** Where tokens and registrations are kept: small texts by key, as safe as the system allows. */
export interface CredentialStore {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}
