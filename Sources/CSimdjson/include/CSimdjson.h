#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int csimdjson_placeholder(void);
#ifdef __cplusplus
}
#endif
