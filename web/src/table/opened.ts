/** Which dialog of the table is open. */
export type Opened = 'log' | 'menu' | 'keys' | 'rules' | 'faq' | 'count' | 'resign' | null;
